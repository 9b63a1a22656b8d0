import type { JobScope } from '../kernel/scope.js'
import { deletePartsOfEndedOperation, endOperation } from './progress.queries.js'
import { publishProgress } from './watch-background-operation.js'

/** Marks an operation as failed after its job's last attempt threw an internal error. Completed work is kept. */
export async function failBackgroundOperation({ scope, payload }: { scope: JobScope; payload: unknown }): Promise<void> {
  const { operationId } = payload as { operationId: string }
  await endOperation(scope, operationId, 'failed', 'An internal error occurred.')
  await deletePartsOfEndedOperation(scope, operationId)
  publishProgress(scope, operationId)
}
