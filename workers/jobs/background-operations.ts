import {
  deleteExpiredBackgroundOperations,
  restartLostBackgroundOperations,
  storeResultFile,
  storeResultFileJob,
} from '../../shared/background-operations/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { job } from '../job.js'

export const backgroundOperationsJobs = [
  job({
    contract: storeResultFileJob,
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope, payload }) => storeResultFile(scope, payload),
  }),
  job({
    name: 'background-operations.restart-lost',
    queue: 'housekeeping',
    every: minutes(30),
    timeoutMs: minutes(1),
    run: ({ scope }) => restartLostBackgroundOperations(scope),
  }),
  job({
    name: 'background-operations.delete-expired',
    queue: 'housekeeping',
    cron: '50 2 * * *',
    timeoutMs: minutes(10),
    run: ({ scope }) => deleteExpiredBackgroundOperations(scope),
  }),
]
