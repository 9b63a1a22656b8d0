import type { WorkspaceScope } from '../../accounts/index.js'
import { folderRoleOf, requireFolder } from '../folder-access.js'
import type { FolderOfUser } from '../folder.queries.js'
import type { FolderMember } from './folder-input.schema.js'
import { type FolderMemberRow, listFolderMembers } from './folder-list.queries.js'

/** All members of the workspace, each with their role in the folder. */
export async function listFolderUsers(scope: WorkspaceScope, folderId: string): Promise<FolderMember[]> {
  const folder = await requireFolder(scope, folderId, 'folders.read')
  return (await listFolderMembers(scope, folderId)).map((member) => presentFolderMember(folder, member))
}

export function presentFolderMember(
  { accessLevel }: Pick<FolderOfUser, 'accessLevel'>,
  { hasUserEntry, userRole, ...member }: FolderMemberRow,
): FolderMember {
  return { ...member, role: folderRoleOf({ actor: { role: member.workspaceRole } }, { accessLevel, hasUserEntry, userRole }) }
}
