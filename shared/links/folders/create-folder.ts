import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { folderNameTaken } from '../errors.js'
import { Folder } from '../folder.entity.js'
import { requireQuota } from '../quota.queries.js'
import type { CreateFolder } from './folder-input.schema.js'
import { upsertFolderRole } from './folder-list.queries.js'
import { type FolderResponse, presentFolder } from './present-folder.js'

/** Creates a folder owned by the caller. Rejected when the folder limit is reached or the name is taken. */
export async function createFolder(scope: WorkspaceScope, { name, description, accessLevel }: CreateFolder): Promise<FolderResponse> {
  if (accessLevel !== 'write') requireFeature(scope.workspace, 'folderPermissions')
  await requireQuota(scope, scope.workspace, 'folders')
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
  await mapUniqueViolation(scope.em.flush(), () => folderNameTaken(name))
  await upsertFolderRole(scope, folder.id, scope.actor.user.id, 'owner')
  return presentFolder(folder)
}
