/** Folders of a workspace with the access of one user. */
import type { WorkspaceScope } from '../accounts/index.js'
import { arrayLiteral } from '../kernel/db/array-literal.js'
import type { Folder, FolderRole } from './folder.entity.js'

export interface FolderOfUser extends Pick<Folder, 'id' | 'type'> {
  accessLevel: Folder['accessLevel']
  /** Whether the user has an own entry in the folder, which may also deny access. */
  hasUserEntry: boolean
  userRole: FolderRole | null
}

const selectFolders = `
  select f.id, f.type, f.access_level as "accessLevel", u.user_id is not null as "hasUserEntry", u.role as "userRole"
  from folders f left join folder_users u on u.folder_id = f.id and u.user_id = ?
  where f.workspace_id = ?`

export async function folderOfUser({ em, actor, workspace }: WorkspaceScope, folderId: string): Promise<FolderOfUser | null> {
  const folders: FolderOfUser[] = await em.execute(`${selectFolders} and f.id = ?`, [actor.user.id, workspace.id, folderId])
  return folders[0] ?? null
}

/** All folders of the workspace, or those with the given ids. */
export async function foldersOfUser({ em, actor, workspace }: WorkspaceScope, ids?: readonly string[]): Promise<FolderOfUser[]> {
  if (!ids) return em.execute(selectFolders, [actor.user.id, workspace.id])
  return em.execute(`${selectFolders} and f.id = any(?::text[])`, [actor.user.id, workspace.id, arrayLiteral(ids)])
}
