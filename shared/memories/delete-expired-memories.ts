import { inTransaction, type JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { deleteExpiredBatch, deleteHistoryBatch } from './delete-memory.queries.js'
import { expiredRetentionMs, historyRetentionMs } from './limits.js'
import { deleteUnusedWords, workspacesWithChangesSince } from './search/words.queries.js'

const batchSize = 1000

/** Deletes memories and histories whose retention has ended, and words that no memory contains any more. */
export async function deleteExpiredMemories(scope: JobScope): Promise<void> {
  const before = (age: number) => new Date(scope.now().getTime() - age)
  // Two days, because the previous nightly run may have failed.
  const workspaceIds = new Set(await workspacesWithChangesSince(scope, before(days(2))))
  for (let deleted = batchSize; deleted === batchSize;) {
    const owners = await inTransaction(scope, () => deleteExpiredBatch(scope, before(expiredRetentionMs), batchSize))
    for (const owner of owners) workspaceIds.add(owner)
    deleted = owners.length
  }
  while ((await inTransaction(scope, () => deleteHistoryBatch(scope, before(historyRetentionMs), batchSize))) > 0);
  for (const workspaceId of workspaceIds) await inTransaction(scope, () => deleteUnusedWords(scope, workspaceId))
}
