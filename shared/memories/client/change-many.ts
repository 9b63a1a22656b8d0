import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteMemoriesById } from '../delete-memory.queries.js'
import { memoryNotFound } from '../errors.js'
import { updateMemory } from '../update-memory.js'
import type { DeleteMany, UpdateMany } from './client.schema.js'

/**
 * Changes all of them or, when one is refused, none. In the order of their ids, so that two requests cannot wait for each other in a
 * circle.
 */
export async function updateManyMemories(scope: WorkspaceScope, { memories }: UpdateMany): Promise<{ message: string }> {
  for (const { memory_id, ...change } of memories.toSorted((a, b) => (a.memory_id < b.memory_id ? -1 : 1)))
    await updateMemory(scope, memory_id, change, { show_expired: false })
  return { message: `Successfully updated ${memories.length} memories` }
}

/** Deletes all of them or, when one is not there, none. */
export async function deleteManyMemories(scope: WorkspaceScope, { memories }: DeleteMany): Promise<{ message: string }> {
  const ids = [...new Set(memories.map(({ memory_id }) => memory_id))]
  const gone = await deleteMemoriesById(scope, scope.workspace.id, ids, scope.now())
  if (gone.length < ids.length) throw memoryNotFound()
  return { message: `Successfully deleted ${gone.length} memories` }
}
