/** Folders as lists show them, each with the caller's part in it, in one query. */
import { planHas, type WorkspaceScope } from '../../accounts/index.js'
import { containing } from '../../kernel/like.js'
import type { Scope } from '../../kernel/scope.js'
import type { Folder } from '../folder.entity.js'
import type { FolderOfUser } from '../folder.queries.js'
import type { CountFolders, FolderMember, ListFolders } from './folder-input.schema.js'

export type ListedFolder = Folder & FolderOfUser

// Whoever is named in a folder has that part, be it none; all others have what the folder says of all.
const visible = `(? or case when u.user_id is null then f.access_level is not null else u.role is not null end)`
const from = `from folders f left join folder_users u on u.folder_id = f.id and u.user_id = ?
  where f.workspace_id = ? and ${visible} and (?::text is null or f.name ilike ?)`

const params = ({ actor, workspace }: WorkspaceScope, search: string | undefined) => [
  actor.user.id,
  workspace.id,
  actor.role === 'owner' || !planHas(workspace.plan, 'folderPermissions'),
  search ?? null,
  containing(search ?? ''),
]

const columns = `f.id, f.workspace_id as "workspaceId", f.name, f.description, f.type, f.access_level as "accessLevel", f.created_at as "createdAt", f.updated_at as "updatedAt",
  u.user_id is not null as "isNamed", u.role as "userRole"`

/** The oldest first. */
export async function visibleFolders(scope: WorkspaceScope, { search, page = 1, pageSize }: ListFolders): Promise<ListedFolder[]> {
  const rows: ListedFolder[] = await scope.em.execute(`select ${columns} ${from} order by f.id limit ? offset ?`, [
    ...params(scope, search),
    pageSize,
    (page - 1) * pageSize,
  ])
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }))
}

/** How many folders the caller may see. */
export async function countFolders(scope: WorkspaceScope, { search }: CountFolders): Promise<number> {
  const [row]: { count: number }[] = await scope.em.execute(`select count(*)::int as count ${from}`, params(scope, search))
  return row?.count ?? 0
}

export type MemberOfFolder = Omit<FolderMember, 'role'> & Pick<FolderOfUser, 'isNamed' | 'userRole'>

/** All members of the workspace and what the folder says of them; with `userId` only that one. */
export async function membersOfFolder(
  { em, workspace }: WorkspaceScope,
  folderId: string,
  userId: string | null = null,
): Promise<MemberOfFolder[]> {
  return em.execute(
    `select u.id, u.name, u.email, u.image, m.role as "workspaceRole", f.user_id is not null as "isNamed", f.role as "userRole"
     from members m join users u on u.id = m.user_id left join folder_users f on f.user_id = u.id and f.folder_id = ?
     where m.workspace_id = ? and not u.is_machine and (?::text is null or u.id = ?) order by m.created_at, u.id`,
    [folderId, workspace.id, userId, userId],
  )
}

/** From now on the user has this role in the folder; null means none. */
export async function setRoleInFolder({ em, now }: Scope, folderId: string, userId: string, role: FolderOfUser['userRole']): Promise<void> {
  await em.execute(
    'insert into folder_users (folder_id, user_id, role, created_at) values (?, ?, ?, ?) on conflict (folder_id, user_id) do update set role = excluded.role',
    [folderId, userId, role, now()],
  )
}

/** Takes the folder out of its workspace, and so out of sight. */
export async function detachFolder({ em, workspace }: WorkspaceScope, id: string): Promise<void> {
  await em.execute('update folders set workspace_id = null where id = ? and workspace_id = ?', [id, workspace.id])
}

/** Takes some links out of a detached folder; answers how many. */
export async function takeLinksOut({ em }: Scope, folderId: string, most: number): Promise<number> {
  const rows = await em.execute(
    `update links set folder_id = null where id in (
       select l.id from links l join folders f on f.id = l.folder_id where l.folder_id = ? and f.workspace_id is null order by l.id limit ? for no key update of l
     ) returning 1`,
    [folderId, most],
  )
  return rows.length
}

/** Waits for whoever is just putting a link into it; such a link leaves it with the row. */
export async function deleteDetachedFolder({ em }: Scope, folderId: string): Promise<void> {
  await em.execute('delete from folders where id = ? and workspace_id is null', [folderId])
}
