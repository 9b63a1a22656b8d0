/** SQL of folder lists, each folder with the role of the caller, and of folder members. */
import { planHas, type WorkspaceScope } from '../../accounts/index.js'
import { containsPattern } from '../../kernel/db/like-pattern.js'
import type { Scope } from '../../kernel/scope.js'
import type { Folder } from '../folder.entity.js'
import type { FolderOfUser } from '../folder.queries.js'
import type { CountFolders, FolderMember, ListFolders } from './folder-input.schema.js'

export type ListedFolder = Folder & FolderOfUser

// A user with a row in folder_users has exactly that role, even null; all others have the access level of the folder.
const visibleCondition = `(? or case when u.user_id is null then f.access_level is not null else u.role is not null end)`
const fromClause = `from folders f left join folder_users u on u.folder_id = f.id and u.user_id = ?
  where f.workspace_id = ? and ${visibleCondition} and (?::text is null or f.name ilike ?)`

const params = ({ actor, workspace }: WorkspaceScope, search: string | undefined) => [
  actor.user.id,
  workspace.id,
  actor.role === 'owner' || !planHas(workspace.plan, 'folderPermissions'),
  search ?? null,
  containsPattern(search ?? ''),
]

const columns = `f.id, f.workspace_id as "workspaceId", f.name, f.description, f.type, f.access_level as "accessLevel",
  f.created_at as "createdAt", f.updated_at as "updatedAt",
  u.user_id is not null as "hasUserEntry", u.role as "userRole"`

/** One page of the folders visible to the caller, oldest first. */
export async function visibleFolders(scope: WorkspaceScope, { search, page = 1, pageSize }: ListFolders): Promise<ListedFolder[]> {
  const rows: ListedFolder[] = await scope.em.execute(`select ${columns} ${fromClause} order by f.id limit ? offset ?`, [
    ...params(scope, search),
    pageSize,
    (page - 1) * pageSize,
  ])
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }))
}

/** Number of folders visible to the caller. */
export async function countFolders(scope: WorkspaceScope, { search }: CountFolders): Promise<number> {
  const [row]: { count: number }[] = await scope.em.execute(`select count(*)::int as count ${fromClause}`, params(scope, search))
  return row?.count ?? 0
}

export type FolderMemberRow = Omit<FolderMember, 'role'> & Pick<FolderOfUser, 'hasUserEntry' | 'userRole'>

/** All members of the workspace with their row in the folder; with `userId`, only that member. */
export async function listFolderMembers(
  { em, workspace }: WorkspaceScope,
  folderId: string,
  userId: string | null = null,
): Promise<FolderMemberRow[]> {
  return em.execute(
    `select u.id, u.name, u.email, u.image, m.role as "workspaceRole", f.user_id is not null as "hasUserEntry", f.role as "userRole"
     from members m join users u on u.id = m.user_id left join folder_users f on f.user_id = u.id and f.folder_id = ?
     where m.workspace_id = ? and not u.is_machine and (?::text is null or u.id = ?) order by m.created_at, u.id`,
    [folderId, workspace.id, userId, userId],
  )
}

/** Sets the role of a user in a folder; null denies access. */
export async function upsertFolderRole(
  { em, now }: Scope,
  folderId: string,
  userId: string,
  role: FolderOfUser['userRole'],
): Promise<void> {
  await em.execute(
    'insert into folder_users (folder_id, user_id, role, created_at) values (?, ?, ?, ?) on conflict (folder_id, user_id) do update set role = excluded.role',
    [folderId, userId, role, now()],
  )
}

/** Detaches the folder from its workspace, which hides it. */
export async function detachFolder({ em, workspace }: WorkspaceScope, id: string): Promise<void> {
  await em.execute('update folders set workspace_id = null where id = ? and workspace_id = ?', [id, workspace.id])
}

/** Removes one batch of links from a detached folder; those that were public by its dashboard only are no longer. Returns their number. */
export async function removeLinksFromFolder({ em }: Scope, folderId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    `update links set folder_id = null, public_stats = public_stats and exists (select from dashboards where link_id = links.id)
     where id in (
       select l.id from links l join folders f on f.id = l.folder_id
       where l.folder_id = ? and f.workspace_id is null order by l.id limit ? for no key update of l
     ) returning 1`,
    [folderId, limit],
  )
  return rows.length
}

/** Waits for transactions that are adding a link to the folder; the foreign key then clears the folder of that link. */
export async function deleteDetachedFolder({ em }: Scope, folderId: string): Promise<void> {
  await em.execute('delete from folders where id = ? and workspace_id is null', [folderId])
}
