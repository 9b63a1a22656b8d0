/** Folder roles and permissions. */
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

/** Role of a user in a folder. Workspace owners own every folder; else the user's own entry counts, even no access; else the access level. */
export function folderRoleOf(
  scope: { actor: Pick<Actor, 'role'> },
  folder: Pick<FolderOfUser, 'accessLevel' | 'hasUserEntry' | 'userRole'>,
): FolderRole | null {
  if (scope.actor.role === 'owner') return 'owner'
  if (folder.hasUserEntry) return folder.userRole
  return folder.accessLevel === 'write' ? 'editor' : folder.accessLevel === 'read' ? 'viewer' : null
}

/** Permissions of the user in the folder. On plans without folder permissions every member has all of them. */
export function folderPermissionsOf(scope: WorkspaceScope, folder: FolderOfUser): readonly FolderPermission[] {
  if (!planHas(scope.workspace.plan, 'folderPermissions')) return rolePermissions.owner
  const role = folderRoleOf(scope, folder)
  return role ? rolePermissions[role] : []
}

export const hasFolderPermission = (scope: WorkspaceScope, folder: FolderOfUser, permission: FolderPermission) =>
  folderPermissionsOf(scope, folder).includes(permission)

/** Returns the folder. Refuses folders of other workspaces and users without the permission. */
export async function requireFolder(scope: WorkspaceScope, folderId: string, permission: FolderPermission): Promise<FolderOfUser> {
  return requireLoadedFolder(scope, await folderOfUser(scope, folderId), permission)
}

/** Like `requireFolder`, for several folders in one query. */
export async function requireFolders(scope: WorkspaceScope, folderIds: readonly string[], permission: FolderPermission): Promise<void> {
  const folders = new Map((await foldersOfUser(scope, folderIds)).map((folder) => [folder.id, folder]))
  for (const id of folderIds) requireLoadedFolder(scope, folders.get(id) ?? null, permission)
}

/** Like `requireFolder`, for a folder that is already loaded. */
export function requireLoadedFolder(scope: WorkspaceScope, folder: FolderOfUser | null, permission: FolderPermission): FolderOfUser {
  if (!folder) throw folderNotFound()
  if (!hasFolderPermission(scope, folder, permission)) throw folderForbidden()
  return folder
}

/**
 * Refuses a link in a folder in which the user lacks the permission. Links outside folders are open to every member, as are links whose
 * folder was deleted but which are not yet detached from it.
 */
export async function requireFolderOfLink(
  scope: WorkspaceScope,
  link: { folderId?: string | null },
  permission: FolderPermission,
  lookup?: { folder(id: string): Promise<FolderOfUser | null> },
): Promise<void> {
  const folder = link.folderId ? await (lookup ? lookup.folder(link.folderId) : folderOfUser(scope, link.folderId)) : null
  if (folder && !hasFolderPermission(scope, folder, permission)) throw folderForbidden()
}

/** Like `requireFolderOfLink`, for the folders of several links in one query. */
export async function requireFoldersOfLinks(
  scope: WorkspaceScope,
  folderIds: readonly string[],
  permission: FolderPermission,
): Promise<void> {
  for (const folder of await foldersOfUser(scope, folderIds)) requireLoadedFolder(scope, folder, permission)
}

/** Ids of the workspace's folders whose links the user must not see. */
export async function hiddenFolderIds(scope: WorkspaceScope): Promise<string[]> {
  if (scope.actor.role === 'owner' || !planHas(scope.workspace.plan, 'folderPermissions')) return []
  return (await foldersOfUser(scope)).filter((folder) => !hasFolderPermission(scope, folder, 'folders.read')).map(({ id }) => id)
}

/** Folders that a list may read: all links of the workspace, or links outside folders and in the given folders. */
export type ReadableFolders = 'all' | { folderIds: string[] }

/** Returns the folders that a list of the whole workspace may include. Large folders of type `mega` are included only with `mega`. */
export async function readableFolders(
  scope: WorkspaceScope,
  { mega = false, permission = 'folders.read' }: { mega?: boolean; permission?: FolderPermission } = {},
): Promise<ReadableFolders> {
  const folders = await foldersOfUser(scope)
  const readable = folders.filter((folder) => hasFolderPermission(scope, folder, permission) && (mega || folder.type === 'default'))
  return readable.length === folders.length ? 'all' : { folderIds: readable.map(({ id }) => id) }
}
