import { minutes } from '../../shared/kernel/time.js'
import { followMergedPartner } from '../../shared/network/index.js'
import { partnerMerged } from '../../shared/partners/index.js'
import { job } from '../job.js'

export const networkJobs = [
  job({
    on: partnerMerged,
    name: 'network.move-merged-partner',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => followMergedPartner(scope, payload),
  }),
]
