import type { WorkspaceScope } from '../accounts/index.js'
import { deleteMemoriesById } from './delete-memory.queries.js'
import { memoryNotFound } from './errors.js'

/** Deletes a memory, expired or not; its history can be read a while longer. */
export async function deleteMemory(scope: WorkspaceScope, id: string): Promise<{ message: string }> {
  const gone = await deleteMemoriesById(scope, scope.workspace.id, [id], scope.now())
  if (gone.length === 0) throw memoryNotFound()
  return { message: 'Memory deleted successfully' }
}
