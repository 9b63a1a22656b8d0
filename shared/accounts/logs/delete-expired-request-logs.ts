import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { logDeleteBatchSize } from '../limits.js'
import { deleteExpiredLogs } from './store-logs.queries.js'

/** Deletes log entries whose retention has expired, in short transactions. */
export async function deleteExpiredRequestLogs(scope: JobScope): Promise<void> {
  for (;;) if ((await inTransaction(scope, () => deleteExpiredLogs(scope.em, scope.now(), logDeleteBatchSize))) < logDeleteBatchSize) return
}
