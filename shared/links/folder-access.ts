/** Who may do what in a folder. */
import { type Actor, planHas, type WorkspaceScope } from '../accounts/index.js'
import { folderForbidden, folderNotFound } from './errors.js'
import type { FolderRole } from './folder.entity.js'
import { type FolderOfUser, folderOfUser, foldersOfUser } from './folder.queries.js'

const rolePermissions = {
  owner: ['folders.read', 'folders.links.write', 'folders.write', 'folders.users.write'],
  editor: ['folders.read', 'folders.links.write'],
  viewer: ['folders.read'],
} as const satisfies Record<FolderRole, readonly string[]>
export type FolderPermission = (typeof rolePermissions)['owner'][number]

/** The user's part in a folder: the workspace's owner owns it; else what the folder says of the user, even "none"; else what it says of all. */
export function folderRoleOf(
  scope: { actor: Pick<Actor, 'role'> },
  folder: Pick<FolderOfUser, 'accessLevel' | 'isNamed' | 'userRole'>,
): FolderRole | null {
  if (scope.actor.role === 'owner') return 'owner'
  if (folder.isNamed) return folder.userRole
  return folder.accessLevel === 'write' ? 'editor' : folder.accessLevel === 'read' ? 'viewer' : null
}

/** What the user may do in the folder. Plans without folder permissions let every member do everything. */
export function folderPermissionsOf(scope: WorkspaceScope, folder: FolderOfUser): readonly FolderPermission[] {
  if (!planHas(scope.workspace.plan, 'folderPermissions')) return rolePermissions.owner
  const role = folderRoleOf(scope, folder)
  return role ? rolePermissions[role] : []
}

export const mayInFolder = (scope: WorkspaceScope, folder: FolderOfUser, permission: FolderPermission) =>
  folderPermissionsOf(scope, folder).includes(permission)

/** The folder. Refuses one that is not of this workspace, and a user who may not do that in it. */
export async function requireFolder(scope: WorkspaceScope, folderId: string, permission: FolderPermission): Promise<FolderOfUser> {
  return requireOpenFolder(scope, await folderOfUser(scope, folderId), permission)
}

/** The same for a folder that was looked up already. */
export function requireOpenFolder(scope: WorkspaceScope, folder: FolderOfUser | null, permission: FolderPermission): FolderOfUser {
  if (!folder) throw folderNotFound()
  if (!mayInFolder(scope, folder, permission)) throw folderForbidden()
  return folder
}

/**
 * Refuses where the link lies in a folder in which the user may not do that. A link in no folder is everybody's, and so is one whose folder
 * was deleted and is still being emptied.
 */
export async function requireFolderOf(
  scope: WorkspaceScope,
  link: { folderId?: string | null },
  permission: FolderPermission,
  look?: { folder(id: string): Promise<FolderOfUser | null> },
): Promise<void> {
  const folder = link.folderId ? await (look ? look.folder(link.folderId) : folderOfUser(scope, link.folderId)) : null
  if (folder && !mayInFolder(scope, folder, permission)) throw folderForbidden()
}

/** Which folders a list looks into: all links without further ado, or those in no folder and in these. */
export type FolderReach = 'everything' | { folderIds: string[] }

/**
 * The folders that a list over the whole workspace may show. Folders of the type `mega` are too large to be part of it; with `mega` they
 * are.
 */
export async function readableFolders(
  scope: WorkspaceScope,
  { mega = false, permission = 'folders.read' }: { mega?: boolean; permission?: FolderPermission } = {},
): Promise<FolderReach> {
  const folders = await foldersOfUser(scope)
  const readable = folders.filter((folder) => mayInFolder(scope, folder, permission) && (mega || folder.type === 'default'))
  return readable.length === folders.length ? 'everything' : { folderIds: readable.map(({ id }) => id) }
}
