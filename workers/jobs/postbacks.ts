import { commissionsCreated } from '../../shared/earnings/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { publishCommissions, publishLead, publishSale } from '../../shared/postbacks/index.js'
import { leadRecorded, saleRecorded } from '../../shared/tracking/index.js'
import { job } from '../job.js'

const publishing = { queue: 'events', timeoutMs: minutes(2) } as const

export const postbacksJobs = [
  job({ ...publishing, on: leadRecorded, name: 'postbacks.publish-lead', run: ({ scope, payload }) => publishLead(scope, payload) }),
  job({ ...publishing, on: saleRecorded, name: 'postbacks.publish-sale', run: ({ scope, payload }) => publishSale(scope, payload) }),
  job({
    ...publishing,
    on: commissionsCreated,
    name: 'postbacks.publish-commissions',
    run: ({ scope, payload }) => publishCommissions(scope, payload),
  }),
]
