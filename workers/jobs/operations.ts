import { deleteWorkspaceData as workspaceClosed } from '../../shared/accounts/index.js'
import { hours, minutes } from '../../shared/kernel/time.js'
import { batchesWithin } from '../../shared/links/index.js'
import { deleteWorkspaceData, dropExpiredState, finishDeletions, verifyNightly } from '../../shared/operations/index.js'
import { job } from '../job.js'

export const operationsJobs = [
  job({
    of: workspaceClosed,
    within: batchesWithin,
    ownTransaction: true,
    run: ({ scope, payload }) => deleteWorkspaceData(scope, payload),
  }),
  job({
    name: 'operations.drop-expired-state',
    queue: 'housekeeping',
    every: minutes(5),
    within: minutes(2),
    run: ({ scope }) => dropExpiredState(scope),
  }),
  job({
    name: 'operations.finish-deletions',
    queue: 'housekeeping',
    cron: '5 4 * * *',
    within: minutes(2),
    run: ({ scope }) => finishDeletions(scope),
  }),
  job({
    name: 'operations.verify-figures',
    queue: 'housekeeping',
    cron: '20 4 * * *',
    within: hours(6),
    ownTransaction: true,
    run: ({ scope }) => verifyNightly(scope),
  }),
]
