import { minutes } from '../../shared/kernel/time.js'
import { dropExpiredState } from '../../shared/operations/index.js'
import { job } from '../job.js'

export const operationsJobs = [
  job({ name: 'operations.drop-expired-state', queue: 'housekeeping', every: minutes(5), within: minutes(2), run: ({ scope }) => dropExpiredState(scope) }),
]
