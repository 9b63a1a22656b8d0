import type { WorkspaceScope } from '../accounts/index.js'
import { deleteMemoriesOf } from './delete-memory.queries.js'
import { entityNotFound, noIdentifier } from './errors.js'
import { type Identifiers, identifiersOf, namesNobody, requireIdentifier } from './identifiers.js'
import { entityNames } from './list-entities.js'
import type { DeleteMemories } from './memory-input.schema.js'

/** Deletes all memories that carry every given identifier: all of them, or none when something fails. */
export async function deleteMemories(scope: WorkspaceScope, given: DeleteMemories): Promise<{ message: string; deleted: number }> {
  const identifiers = identifiersOf(given)
  if (namesNobody(identifiers)) throw noIdentifier()
  return { message: 'All relevant memories deleted', deleted: await deleteMemoriesOf(scope, scope.workspace.id, identifiers, scope.now()) }
}

/** Forgets a user, an agent or a run. */
export async function deleteEntity(
  scope: WorkspaceScope,
  { type, entityId }: { type: string; entityId: string },
): Promise<{ message: string; deleted: number }> {
  const name = entityNames.get(type)
  if (!name) throw entityNotFound()
  const identifiers: Identifiers = { [name]: requireIdentifier(name, entityId) }
  const deleted = await deleteMemoriesOf(scope, scope.workspace.id, identifiers, scope.now())
  if (deleted === 0) throw entityNotFound()
  return { message: 'Entity deleted', deleted }
}
