import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { logDeleteBatch } from '../limits.js'
import { deleteLogsExpiredBefore } from './log.queries.js'

/** Deletes requests that their workspace's plan no longer keeps, in steps that hold no lock for long. */
export async function dropPastRequestLogs(scope: JobScope): Promise<void> {
  for (;;) if ((await inTransaction(scope, () => deleteLogsExpiredBefore(scope.em, scope.now(), logDeleteBatch))) < logDeleteBatch) return
}
