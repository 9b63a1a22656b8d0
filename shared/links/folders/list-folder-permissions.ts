import type { WorkspaceScope } from '../../accounts/index.js'
import { folderPermissionsOf } from '../folder-access.js'
import { visibleFolders } from './folder-list.queries.js'

/** Enough for a screen that shows or hides buttons; larger workspaces ask folder by folder. */
const most = 200

/** What the caller may do in each folder that it may see. */
export async function listFolderPermissions(scope: WorkspaceScope): Promise<{ id: string; name: string; permissions: string[] }[]> {
  const folders = await visibleFolders(scope, { pageSize: most })
  return folders.map((folder) => ({ id: folder.id, name: folder.name, permissions: [...folderPermissionsOf(scope, folder)] }))
}
