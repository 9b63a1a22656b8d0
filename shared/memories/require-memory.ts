import type { WorkspaceScope } from '../accounts/index.js'
import { memoryNotFound } from './errors.js'
import { findMemory, type MemoryRow } from './memory.queries.js'

/** The memory of the workspace. Throws if it does not exist, or if it has expired and `showExpired` is false. */
export async function requireMemory(
  scope: WorkspaceScope,
  id: string,
  { showExpired, lock }: { showExpired: boolean; lock?: 'for update' },
): Promise<MemoryRow> {
  const row = await findMemory(scope, scope.workspace.id, id, lock)
  if (!row || (!showExpired && row.expires_at !== null && row.expires_at <= scope.now())) throw memoryNotFound()
  return row
}
