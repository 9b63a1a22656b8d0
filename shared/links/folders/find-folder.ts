import type { WorkspaceScope } from '../../accounts/index.js'
import { folderNotFound } from '../errors.js'
import { type FolderPermission, requireFolder } from '../folder-access.js'
import { Folder } from '../folder.entity.js'
import { type FolderAnswer, presentFolder } from './present-folder.js'

export const findFolder = async (scope: WorkspaceScope, id: string): Promise<FolderAnswer> =>
  presentFolder(await folderFor(scope, id, 'folders.read'))

/** The whole folder. Refuses one that is not of this workspace, and a user who may not do that in it. */
export async function folderFor(scope: WorkspaceScope, id: string, permission: FolderPermission): Promise<Folder> {
  await requireFolder(scope, id, permission)
  const folder = await scope.em.findOne(Folder, { id, workspaceId: scope.workspace.id })
  if (!folder) throw folderNotFound()
  return folder
}
