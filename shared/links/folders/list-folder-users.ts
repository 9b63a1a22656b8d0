import type { WorkspaceScope } from '../../accounts/index.js'
import { folderRoleOf, requireFolder } from '../folder-access.js'
import type { FolderOfUser } from '../folder.queries.js'
import type { FolderMember } from './folder-input.schema.js'
import { type MemberOfFolder, membersOfFolder } from './folder-list.queries.js'

/** All members of the workspace, each with its role in the folder. */
export async function listFolderUsers(scope: WorkspaceScope, folderId: string): Promise<FolderMember[]> {
  const folder = await requireFolder(scope, folderId, 'folders.read')
  return (await membersOfFolder(scope, folderId)).map((member) => presentFolderMember(folder, member))
}

export function presentFolderMember(
  { accessLevel }: Pick<FolderOfUser, 'accessLevel'>,
  { isNamed, userRole, ...member }: MemberOfFolder,
): FolderMember {
  return { ...member, role: folderRoleOf({ actor: { role: member.workspaceRole } }, { accessLevel, isNamed, userRole }) }
}
