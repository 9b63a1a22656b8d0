import type { WorkspaceScope } from '../../accounts/index.js'
import { folderPermissionsOf } from '../folder-access.js'
import { visibleFolders } from './folder-list.queries.js'

/** Enough for a user interface; clients of larger workspaces request folders one by one. */
const maxFolders = 200

/** Permissions of the caller in each visible folder. */
export async function listFolderPermissions(scope: WorkspaceScope): Promise<{ id: string; name: string; permissions: string[] }[]> {
  const folders = await visibleFolders(scope, { pageSize: maxFolders })
  return folders.map((folder) => ({ id: folder.id, name: folder.name, permissions: [...folderPermissionsOf(scope, folder)] }))
}
