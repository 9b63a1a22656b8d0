import { deleteWorkspaceData as workspaceClosed } from '../../shared/accounts/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import { batchJobTimeoutMs } from '../../shared/links/index.js'
import {
  deleteUnenrolledPartners,
  deleteWorkspaceData,
  deleteExpiredState,
  finishDeletions,
  moveJobsToRedis,
  runNightlyVerification,
} from '../../shared/maintenance/index.js'
import { job } from '../job.js'

export const maintenanceJobs = [
  job({
    contract: workspaceClosed,
    timeoutMs: batchJobTimeoutMs,
    ownTransaction: true,
    run: ({ scope, payload }) => deleteWorkspaceData(scope, payload),
  }),
  job({
    name: 'maintenance.delete-expired-state',
    queue: 'housekeeping',
    every: minutes(5),
    timeoutMs: minutes(2),
    ownTransaction: true,
    run: ({ scope }) => deleteExpiredState(scope),
  }),
  job({
    name: 'maintenance.move-jobs-to-redis',
    queue: 'housekeeping',
    every: minutes(5),
    timeoutMs: minutes(10),
    ownTransaction: true,
    run: ({ scope }) => moveJobsToRedis(scope),
  }),
  job({
    name: 'maintenance.finish-deletions',
    queue: 'housekeeping',
    cron: '5 4 * * *',
    timeoutMs: minutes(2),
    run: ({ scope }) => finishDeletions(scope),
  }),
  job({
    name: 'maintenance.delete-unenrolled-partners',
    queue: 'housekeeping',
    cron: '14 2 * * *',
    timeoutMs: minutes(10),
    run: ({ scope }) => deleteUnenrolledPartners(scope),
  }),
  job({
    name: 'maintenance.verify-aggregates',
    queue: 'housekeeping',
    cron: '20 4 * * *',
    timeoutMs: hours(6),
    ownTransaction: true,
    run: ({ scope }) => runNightlyVerification(scope),
  }),
]
