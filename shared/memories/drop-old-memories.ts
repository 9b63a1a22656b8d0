import { inTransaction, type JobScope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'
import { dropExpiredMemories, dropHistoriesOfDeleted } from './delete-memory.queries.js'
import { deletedHistoryKeep, expiredKeep } from './limits.js'
import { dropUnusedWords, workspacesThatForgotSince } from './search/words.queries.js'

const batch = 1000

/** Drops memories that expired a while ago, the history of those that were deleted a while ago, and words that nothing says any more. */
export async function dropOldMemories(scope: JobScope): Promise<void> {
  const before = (keep: number) => new Date(scope.now().getTime() - keep)
  // Two nights: the one before may have failed.
  const forgetful = new Set(await workspacesThatForgotSince(scope, before(days(2))))
  for (let gone = batch; gone === batch;) {
    const owners = await inTransaction(scope, () => dropExpiredMemories(scope, before(expiredKeep), batch))
    for (const owner of owners) forgetful.add(owner)
    gone = owners.length
  }
  while ((await inTransaction(scope, () => dropHistoriesOfDeleted(scope, before(deletedHistoryKeep), batch))) > 0);
  for (const workspaceId of forgetful) await inTransaction(scope, () => dropUnusedWords(scope, workspaceId))
}
