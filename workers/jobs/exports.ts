import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { exportWorkspaceJob, runWorkspaceExport } from '../../shared/exports/index.js'
import { job } from '../job.js'

export const exportsJobs = [
  job({
    contract: exportWorkspaceJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runWorkspaceExport(scope, payload),
  }),
]
