import { minutes } from '../../shared/kernel/time.js'
import { foldClicks } from '../../shared/tracking/index.js'
import { job } from '../job.js'

export const analyticsJobs = [
  job({ name: 'analytics.fold-clicks', queue: 'housekeeping', every: minutes(1), within: minutes(5), ownTransaction: true, run: ({ scope }) => foldClicks(scope) }),
]
