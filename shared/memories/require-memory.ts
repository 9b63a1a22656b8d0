import type { WorkspaceScope } from '../accounts/index.js'
import { memoryNotFound } from './errors.js'
import { memoryById, type MemoryRow } from './memory.queries.js'

/** The workspace's memory, or a refusal. An expired one is not there unless it is asked for. */
export async function requireMemory(
  scope: WorkspaceScope,
  id: string,
  { showExpired, lock }: { showExpired: boolean; lock?: 'held' },
): Promise<MemoryRow> {
  const row = await memoryById(scope, scope.workspace.id, id, lock)
  if (!row || (!showExpired && row.expires_at !== null && row.expires_at <= scope.now())) throw memoryNotFound()
  return row
}
