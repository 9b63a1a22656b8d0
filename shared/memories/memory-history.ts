import type { WorkspaceScope } from '../accounts/index.js'
import { memoryNotFound } from './errors.js'
import { fittingItems } from './fitting-items.js'
import { listChanges } from './memory-change.queries.js'
import type { MemoryChange } from './memory.schema.js'
import { presentChange } from './present-memory.js'

/** The latest changes of a memory, oldest first, also if it was deleted within the last month. */
export async function getMemoryHistory(scope: WorkspaceScope, id: string): Promise<MemoryChange[]> {
  const changes = await listChanges(scope, scope.workspace.id, id)
  if (changes.length === 0) throw memoryNotFound()
  const latest = fittingItems(changes.toReversed(), ({ old_text, new_text }) => (old_text?.length ?? 0) + (new_text?.length ?? 0))
  return latest.toReversed().map(presentChange)
}
