import type { WorkspaceScope } from '../accounts/index.js'
import { deleteMemoriesById } from './delete-memory.queries.js'
import { memoryNotFound } from './errors.js'

/** Deletes a memory, expired or not. Its history remains readable for a month. */
export async function deleteMemory(scope: WorkspaceScope, id: string): Promise<{ message: string }> {
  const deleted = await deleteMemoriesById(scope, scope.workspace.id, [id], scope.now())
  if (deleted.length === 0) throw memoryNotFound()
  return { message: 'Memory deleted successfully' }
}
