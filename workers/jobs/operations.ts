import { deleteWorkspaceData as workspaceClosed } from '../../shared/accounts/index.js'
import { minutes } from '../../shared/kernel/time.js'
import { batchesWithin } from '../../shared/links/index.js'
import { deleteWorkspaceData, dropExpiredState } from '../../shared/operations/index.js'
import { job } from '../job.js'

export const operationsJobs = [
  job({ of: workspaceClosed, within: batchesWithin, ownTransaction: true, run: ({ scope, payload }) => deleteWorkspaceData(scope, payload) }),
  job({ name: 'operations.drop-expired-state', queue: 'housekeeping', every: minutes(5), within: minutes(2), run: ({ scope }) => dropExpiredState(scope) }),
]
