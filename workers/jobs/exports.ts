import { failBackgroundOperation, operationTimeoutMs } from '../../shared/background-operations/index.js'
import { exportWorkspaceJob, importWorkspaceJob, runWorkspaceExport, runWorkspaceImport } from '../../shared/exports/index.js'
import { job } from '../job.js'

export const exportsJobs = [
  job({
    contract: exportWorkspaceJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runWorkspaceExport(scope, payload),
  }),
  job({
    contract: importWorkspaceJob,
    timeoutMs: operationTimeoutMs,
    ownTransaction: true,
    onFailed: failBackgroundOperation,
    run: ({ scope, payload }) => runWorkspaceImport(scope, payload),
  }),
]
