import type { JobScope } from '../kernel/scope.js'
import { deleteOperationsBefore } from './background-operation.queries.js'
import { operationRetentionMs, receivingRetentionMs } from './limits.js'

/** Deletes operations past their retention with their errors and results, and those whose request body was never fully received. */
export async function deleteExpiredBackgroundOperations(scope: JobScope): Promise<void> {
  const now = scope.now().getTime()
  await deleteOperationsBefore(scope, new Date(now - operationRetentionMs), new Date(now - receivingRetentionMs))
}
