/** Folders of a workspace, as one of its users stands to them. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Folder, FolderRole } from './folder.entity.js'

export interface FolderOfUser extends Pick<Folder, 'id' | 'type'> {
  accessLevel: Folder['accessLevel']
  /** Whether the folder says something about this user, be it that there is no access. */
  isNamed: boolean
  userRole: FolderRole | null
}

const select = `
  select f.id, f.type, f.access_level as "accessLevel", u.user_id is not null as "isNamed", u.role as "userRole"
  from folders f left join folder_users u on u.folder_id = f.id and u.user_id = ?
  where f.workspace_id = ?`

export async function folderOfUser({ em, actor, workspace }: WorkspaceScope, folderId: string): Promise<FolderOfUser | null> {
  const folders: FolderOfUser[] = await em.execute(`${select} and f.id = ?`, [actor.user.id, workspace.id, folderId])
  return folders[0] ?? null
}

export async function foldersOfUser({ em, actor, workspace }: WorkspaceScope): Promise<FolderOfUser[]> {
  return em.execute(select, [actor.user.id, workspace.id])
}
