import { conversionsComputed, postbackCommissionsCreated } from '../../shared/earnings/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { partnerMerged } from '../../shared/partners/index.js'
import { movePostbacksOfMerged, publishCommissions, publishConversions } from '../../shared/postbacks/index.js'
import { job } from '../job.js'

const publishing = { queue: 'events', timeoutMs: minutes(2) } as const

export const postbacksJobs = [
  job({
    ...publishing,
    on: conversionsComputed,
    name: 'postbacks.publish-conversions',
    run: ({ scope, payload }) => publishConversions(scope, payload),
  }),
  job({
    ...publishing,
    on: postbackCommissionsCreated,
    name: 'postbacks.publish-commissions',
    run: ({ scope, payload }) => publishCommissions(scope, payload),
  }),
  job({
    ...publishing,
    on: partnerMerged,
    name: 'postbacks.follow-merge',
    run: ({ scope, payload }) => movePostbacksOfMerged(scope, payload),
  }),
]
