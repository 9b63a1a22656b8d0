import type { WorkspaceScope } from '../accounts/index.js'
import { memoryNotFound } from './errors.js'
import { changesOf } from './memory-change.queries.js'
import type { MemoryChange } from './memory.schema.js'
import { presentChange } from './present-memory.js'

/** What happened to a memory, the oldest first; also of one that was deleted lately. */
export async function memoryHistory(scope: WorkspaceScope, id: string): Promise<MemoryChange[]> {
  const changes = await changesOf(scope, scope.workspace.id, id)
  if (changes.length === 0) throw memoryNotFound()
  return changes.map(presentChange)
}
