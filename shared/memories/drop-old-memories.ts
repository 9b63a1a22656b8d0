import { inTransaction, type JobScope } from '../kernel/scope.js'
import { dropExpiredMemories, dropHistoriesOfDeleted } from './delete-memory.queries.js'
import { deletedHistoryKeep, expiredKeep } from './limits.js'

const batch = 1000

/** Drops memories that expired a while ago, and the history of those that were deleted a while ago. */
export async function dropOldMemories(scope: JobScope): Promise<void> {
  const before = (keep: number) => new Date(scope.now().getTime() - keep)
  while ((await inTransaction(scope, () => dropExpiredMemories(scope, before(expiredKeep), batch))) === batch);
  while ((await inTransaction(scope, () => dropHistoriesOfDeleted(scope, before(deletedHistoryKeep), batch))) > 0);
}
