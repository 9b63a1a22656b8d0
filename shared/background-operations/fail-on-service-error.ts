import { ServiceError } from '../kernel/errors.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { deletePartsOfEndedOperation, endOperation } from './progress.queries.js'
import { publishProgress } from './watch-background-operation.js'

/** Runs `work`. A ServiceError fails the whole operation; any other error is rethrown, so the queue retries the job. */
export async function failOnServiceError(scope: JobScope, operationId: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await inTransaction(scope, async () => {
      await endOperation(scope, operationId, 'failed', error.message)
      publishProgress(scope, operationId)
    })
  }
  // Removes the unprocessed parts of an operation that ended early.
  await inTransaction(scope, () => deletePartsOfEndedOperation(scope, operationId))
}
