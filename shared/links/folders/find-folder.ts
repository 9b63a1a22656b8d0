import type { WorkspaceScope } from '../../accounts/index.js'
import { folderNotFound } from '../errors.js'
import { type FolderPermission, requireFolder } from '../folder-access.js'
import { Folder } from '../folder.entity.js'
import { type FolderResponse, presentFolder } from './present-folder.js'

export const findFolder = async (scope: WorkspaceScope, id: string): Promise<FolderResponse> =>
  presentFolder(await requireFolderEntity(scope, id, 'folders.read'))

/** The full folder entity. Rejects a folder of another workspace, and a caller without the permission in it. */
export async function requireFolderEntity(scope: WorkspaceScope, id: string, permission: FolderPermission): Promise<Folder> {
  await requireFolder(scope, id, permission)
  const folder = await scope.em.findOne(Folder, { id, workspaceId: scope.workspace.id })
  if (!folder) throw folderNotFound()
  return folder
}
