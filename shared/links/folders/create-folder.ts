import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { orTaken } from '../../kernel/or-taken.js'
import { folderNameTaken } from '../errors.js'
import { Folder } from '../folder.entity.js'
import { requireRoom } from '../quota.queries.js'
import type { CreateFolder } from './folder-input.schema.js'
import { setRoleInFolder } from './folder-list.queries.js'
import { type FolderAnswer, presentFolder } from './present-folder.js'

/** Creates a folder whose owner is the creator. Refused when the workspace has as many as it may, or one of that name. */
export async function createFolder(scope: WorkspaceScope, { name, description, accessLevel }: CreateFolder): Promise<FolderAnswer> {
  if (accessLevel !== 'write') requireFeature(scope.workspace, 'folderPermissions')
  await requireRoom(scope, scope.workspace, 'folders')
  const now = scope.now()
  const folder = scope.em.create(Folder, {
    id: newId('fold_', now.getTime()),
    workspaceId: scope.workspace.id,
    name,
    description: description ?? null,
    type: 'default',
    accessLevel,
    createdAt: now,
    updatedAt: now,
  })
  scope.em.persist(folder)
  await orTaken(scope.em.flush(), () => folderNameTaken(name))
  await setRoleInFolder(scope, folder.id, scope.actor.user.id, 'owner')
  return presentFolder(folder)
}
