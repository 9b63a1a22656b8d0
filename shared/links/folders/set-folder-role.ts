import type { WorkspaceScope } from '../../accounts/index.js'
import { folderUserNotFound, folderRoleOfOwner, cannotChangeOwnFolderRole } from '../errors.js'
import { requireFolder } from '../folder-access.js'
import type { FolderMember, SetFolderRole } from './folder-input.schema.js'
import { listFolderMembers, upsertFolderRole } from './folder-list.queries.js'
import { presentFolderMember } from './list-folder-users.js'

/** Sets the role of a member in a folder, overriding its access level. Callers cannot change their own role or that of a workspace owner. */
export async function setFolderRole(
  scope: WorkspaceScope,
  folderId: string,
  userId: string,
  { role }: SetFolderRole,
): Promise<FolderMember> {
  const folder = await requireFolder(scope, folderId, 'folders.users.write')
  const [member] = await listFolderMembers(scope, folderId, userId)
  if (!member) throw folderUserNotFound()
  if (userId === scope.actor.user.id) throw cannotChangeOwnFolderRole()
  if (member.workspaceRole === 'owner') throw folderRoleOfOwner()
  await upsertFolderRole(scope, folderId, userId, role)
  return presentFolderMember(folder, { ...member, hasUserEntry: true, userRole: role })
}
