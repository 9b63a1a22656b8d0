import type { WorkspaceScope } from '../../accounts/index.js'
import { folderUserNotFound, ownerOwnsFolders, ownFolderRole } from '../errors.js'
import { requireFolder } from '../folder-access.js'
import type { FolderMember, SetFolderRole } from './folder-input.schema.js'
import { membersOfFolder, setRoleInFolder } from './folder-list.queries.js'
import { presentFolderMember } from './list-folder-users.js'

/** Gives a member a role in a folder, whatever the folder says of all. Nobody changes its own, and owners of the workspace keep theirs. */
export async function setFolderRole(
  scope: WorkspaceScope,
  folderId: string,
  userId: string,
  { role }: SetFolderRole,
): Promise<FolderMember> {
  const folder = await requireFolder(scope, folderId, 'folders.users.write')
  const [member] = await membersOfFolder(scope, folderId, userId)
  if (!member) throw folderUserNotFound()
  if (userId === scope.actor.user.id) throw ownFolderRole()
  if (member.workspaceRole === 'owner') throw ownerOwnsFolders()
  await setRoleInFolder(scope, folderId, userId, role)
  return presentFolderMember(folder, { ...member, isNamed: true, userRole: role })
}
