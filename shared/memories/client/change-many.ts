import type { WorkspaceScope } from '../../accounts/index.js'
import { deleteMemoriesById } from '../delete-memory.queries.js'
import { memoryNotFound } from '../errors.js'
import { lockMemories } from '../memory.queries.js'
import { updateMemory } from '../update-memory.js'
import type { DeleteMany, UpdateMany } from './client.schema.js'

/** Updates all memories in the given order or, if one fails, none. */
export async function updateManyMemories(scope: WorkspaceScope, { memories }: UpdateMany): Promise<{ message: string }> {
  await lockMemories(
    scope,
    scope.workspace.id,
    memories.map(({ memory_id }) => memory_id),
  )
  for (const { memory_id, ...change } of memories) await updateMemory(scope, memory_id, change, { show_expired: false })
  return { message: `Successfully updated ${memories.length} memories` }
}

/** Deletes all memories or, if one does not exist, none. */
export async function deleteManyMemories(scope: WorkspaceScope, { memories }: DeleteMany): Promise<{ message: string }> {
  const ids = [...new Set(memories.map(({ memory_id }) => memory_id))]
  const deleted = await deleteMemoriesById(scope, scope.workspace.id, ids, scope.now())
  if (deleted.length < ids.length) throw memoryNotFound()
  return { message: `Successfully deleted ${deleted.length} memories` }
}
