/**
 * Background operations: requests too large to process within one response. The public interface calls them jobs (`/jobs/{id}`); internally
 * a job is a queue message, and an operation needs one or more of them.
 *
 * An operation belongs to a workspace and to the user who started it, and runs with that user's current permissions. It advances in steps.
 * Each step is one transaction that contains both its effect and the progress, so a worker can be killed at any time: no element is
 * processed twice, and progress never goes back. Input, element errors and the result file are stored in parts. Other domains start
 * operations with a job contract of their own and process them with `runInSteps` or `runInParts`. Exports as CSV are data (`csvExport`):
 * small ones are answered directly, the files of large ones are moved into the file store and their address is sent by email.
 */
export { cancelBackgroundOperation } from './cancel-background-operation.js'
export { deleteBackgroundOperationsOfWorkspace } from './delete-background-operations-of-workspace.js'
export { deleteExpiredBackgroundOperations } from './delete-expired-background-operations.js'
export {
  BackgroundOperationDetailsSchema,
  BackgroundOperationParamsSchema,
  ElementErrorPageSchema,
  BackgroundOperationSchema,
  StartedBackgroundOperationSchema,
  listBackgroundOperationsQuerySchema,
} from './background-operation.schema.js'
export { maxElements } from './limits.js'
export { failBackgroundOperation } from './fail-background-operation.js'
export { erasePersonalDataInResults } from './erase-personal-data.js'
export { findBackgroundOperation } from './find-background-operation.js'
export { restartLostBackgroundOperations } from './restart-lost-background-operations.js'
export { listBackgroundOperations } from './list-background-operations.js'
export { zipContentType, getBackgroundOperationResult, serializeZipEntry } from './get-background-operation-result.js'
export { type RunOnce, type NewBackgroundOperation, startBackgroundOperation } from './start-background-operation.js'
export { watchBackgroundOperation } from './watch-background-operation.js'
export { type ElementError, type BackgroundOperation, runInSteps, type StepResult, operationTimeoutMs } from './run-in-steps.js'
export { runInParts } from './run-in-parts.js'
export { operationJob } from './operation-job.js'
export { backgroundOperationPayload } from './payload.schema.js'
export { csvBatch, csvExport } from './csv-export.js'
export { storeResultFileJob } from './jobs.js'
export { storeResultFile } from './store-result-file.js'
