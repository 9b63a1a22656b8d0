import type { JobScope } from '../kernel/scope.js'
import { deleteOperationsBefore } from './background-operation.queries.js'
import { operationRetentionMs, receivingRetentionMs, storedPartsRetentionMs } from './limits.js'
import { deletePartsOfStoredResults } from './result-file.queries.js'

/**
 * Deletes operations past their retention with their errors and results, those whose request body was never fully received, and parts of
 * results that are stored as files.
 */
export async function deleteExpiredBackgroundOperations(scope: JobScope): Promise<void> {
  const now = scope.now().getTime()
  await deleteOperationsBefore(scope, new Date(now - operationRetentionMs), new Date(now - receivingRetentionMs))
  await deletePartsOfStoredResults(scope, new Date(now - storedPartsRetentionMs))
}
