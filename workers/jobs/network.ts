import { minutes } from '../../shared/kernel/time.js'
import { computeSimilarities, followMergedPartner, refreshPlatforms } from '../../shared/network/index.js'
import { partnerMerged } from '../../shared/partners/index.js'
import { job } from '../job.js'

export const networkJobs = [
  job({
    name: 'network.compute-similarities',
    queue: 'housekeeping',
    cron: '25 1,13 * * *',
    timeoutMs: minutes(60),
    ownTransaction: true,
    run: ({ scope, stop }) => computeSimilarities(scope, stop),
  }),
  job({
    name: 'network.refresh-platforms',
    queue: 'imports',
    cron: '5 6 * * *',
    timeoutMs: minutes(60),
    ownTransaction: true,
    run: ({ scope, stop }) => refreshPlatforms(scope, stop),
  }),
  job({
    on: partnerMerged,
    name: 'network.move-merged-partner',
    queue: 'events',
    timeoutMs: minutes(1),
    run: ({ scope, payload }) => followMergedPartner(scope, payload),
  }),
]
