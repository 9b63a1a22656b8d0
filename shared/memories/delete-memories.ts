import type { WorkspaceScope } from '../accounts/index.js'
import type { AdminScope } from '../kernel/scope.js'
import { deleteMemoriesByIdentifiers } from './delete-memory.queries.js'
import { entityNotFound, identifierRequired } from './errors.js'
import { type Identifiers, parseIdentifiers, hasNoIdentifier, requireIdentifier } from './identifiers.js'
import { identifierByEntityType } from './list-entities.js'
import type { DeleteMemories } from './memory-input.schema.js'

/** Deletes all memories that have every one of the identifiers, in one transaction. The operator deletes them in all workspaces. */
export async function deleteMemories(
  scope: WorkspaceScope | AdminScope,
  input: DeleteMemories,
): Promise<{ message: string; deleted: number }> {
  const identifiers = parseIdentifiers(input)
  if (hasNoIdentifier(identifiers)) throw identifierRequired()
  const workspaceId = 'workspace' in scope ? scope.workspace.id : null
  return {
    message: 'All relevant memories deleted',
    deleted: await deleteMemoriesByIdentifiers(scope, workspaceId, identifiers, scope.now()),
  }
}

/** Deletes all memories of a user, agent or run. */
export async function deleteEntity(
  scope: WorkspaceScope,
  { type, entityId }: { type: string; entityId: string },
): Promise<{ message: string; deleted: number }> {
  const name = identifierByEntityType.get(type)
  if (!name) throw entityNotFound()
  const identifiers: Identifiers = { [name]: requireIdentifier(name, entityId) }
  const deleted = await deleteMemoriesByIdentifiers(scope, scope.workspace.id, identifiers, scope.now())
  if (deleted === 0) throw entityNotFound()
  return { message: 'Entity deleted', deleted }
}
