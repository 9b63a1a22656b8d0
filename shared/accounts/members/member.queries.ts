import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'
import type { Role } from '../member.entity.js'

export interface MemberRow {
  id: string
  name: string | null
  email: string | null
  image: string | null
  role: Role
  isMachine: boolean
  createdAt: Date
}

export interface PeopleFilter {
  /** An ILIKE pattern. */
  search: string | null
  role: Role | null
}

/** Members of a workspace, oldest first. */
export async function membersOf(pool: pg.Pool, workspaceId: string, { search, role }: PeopleFilter): Promise<MemberRow[]> {
  const { rows } = await pool.query<MemberRow>(
    `select u.id, u.name, u.email, u.image, m.role, u.is_machine as "isMachine", m.created_at as "createdAt"
     from members m join users u on u.id = m.user_id
     where m.workspace_id = $1 and ($2::text is null or u.name ilike $2 or u.email ilike $2) and ($3::text is null or m.role = $3)
     order by m.created_at, m.id`,
    [workspaceId, search, role],
  )
  return rows
}

/** Email addresses of members by workspace, in the order in which they joined. */
export async function memberAddressesByWorkspace(
  em: EntityManager,
  workspaceIds: readonly string[],
  roles: readonly Role[] | null,
  preference: { name: string; byDefault: boolean } | null,
): Promise<Map<string, string[]>> {
  const rows = await em.execute<{ workspaceId: string; emails: string[] }[]>(
    `select m.workspace_id as "workspaceId", array_agg(u.email order by m.id) as emails from members m join users u on u.id = m.user_id
     where m.workspace_id in (select jsonb_array_elements_text(?::jsonb)) and u.email is not null and not u.is_machine
       and (?::jsonb is null or m.role in (select jsonb_array_elements_text(?::jsonb)))
       and (?::text is null or coalesce((m.notification_preferences ->> ?)::boolean, ?)) group by m.workspace_id`,
    [
      JSON.stringify(workspaceIds),
      ...repeated(roles && JSON.stringify(roles)),
      ...repeated(preference && preference.name),
      preference?.byDefault ?? true,
    ],
  )
  return new Map(rows.map(({ workspaceId, emails }) => [workspaceId, emails]))
}

const repeated = <Value>(value: Value) => [value, value]

/** Serialises changes of members and invites of a workspace until the transaction ends. */
export async function lockMembers(em: EntityManager, workspaceId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`members ${workspaceId}`])
}

/** Final until the transaction ends if it has the members lock, which the operator takes too. */
export async function isWorkspaceDisabled(em: EntityManager, workspaceId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from workspaces where id = ? and disabled_at is not null', [workspaceId])
  return rows.length > 0
}

/** The role of a member, also while the operator has lowered it because the workspace is disabled. */
const ownRole = 'coalesce(former_role, role)'

/** The roles of a user in all workspaces, also in disabled ones, which cannot change until the transaction ends. */
export async function lockRolesOf(em: EntityManager, userId: string): Promise<Role[]> {
  const rows: { role: Role }[] = await em.execute(
    `select ${ownRole} as role from members where user_id = ? order by workspace_id for update`,
    [userId],
  )
  return rows.map(({ role }) => role)
}

/** Whether the workspace, which may be disabled, has no other owner than the user. Machine users do not count. */
export async function isLastOwner(em: EntityManager, workspaceId: string, userId: string): Promise<boolean> {
  const rows = await em.execute<{ isLast: boolean | null }[]>(
    `select bool_and(user_id = ?) as "isLast" from members join users on users.id = user_id
     where workspace_id = ? and ${ownRole} = 'owner' and not is_machine`,
    [userId, workspaceId],
  )
  return rows[0]?.isLast ?? false
}

/** Members who are not machine users, plus unexpired invites except those to `exceptEmails`. */
export async function countUsedSeats(em: EntityManager, workspaceId: string, now: Date, exceptEmails: string[] = []): Promise<number> {
  const rows = await em.execute<{ count: number }[]>(
    `select (select count(*) from members m join users u on u.id = m.user_id where m.workspace_id = ? and not u.is_machine)::int
       + (select count(*) from invites where workspace_id = ? and expires > ?
          and not email in (select jsonb_array_elements_text(?::jsonb)))::int as count`,
    [workspaceId, workspaceId, now, JSON.stringify(exceptEmails)],
  )
  return rows[0]?.count ?? 0
}

/** Those of the folded email addresses that belong to members. */
export async function memberEmailsIn(em: EntityManager, workspaceId: string, emails: string[]): Promise<string[]> {
  const rows = await em.execute<{ email: string }[]>(
    `select lower(u.email) as email from members m join users u on u.id = m.user_id
     where m.workspace_id = ? and lower(u.email) in (select jsonb_array_elements_text(?::jsonb))`,
    [workspaceId, JSON.stringify(emails)],
  )
  return rows.map(({ email }) => email)
}

export async function hasUsedKeys(em: EntityManager, workspaceId: string, userId: string): Promise<boolean> {
  const rows = await em.execute(
    'select 1 from tokens where workspace_id = ? and user_id = ? and last_used is not null and installation_id is null limit 1',
    [workspaceId, userId],
  )
  return rows.length > 0
}

/** Deletes the membership of a user with their keys, OAuth access, saved views and folder roles, and unsets it as default workspace. */
export async function deleteMembership(em: EntityManager, workspaceId: string, userId: string): Promise<void> {
  // In the order in which the token endpoint locks them.
  for (const table of ['oauth_codes', 'oauth_installations', 'tokens', 'saved_views'])
    await em.execute(`delete from ${table} where workspace_id = ? and user_id = ?`, [workspaceId, userId])
  await em.execute('delete from folder_users where user_id = ? and folder_id in (select id from folders where workspace_id = ?)', [
    userId,
    workspaceId,
  ])
  await em.execute('delete from members where workspace_id = ? and user_id = ?', [workspaceId, userId])
  await em.execute(
    'update users set default_workspace = null where id = ? and default_workspace = (select slug from workspaces where id = ?)',
    [userId, workspaceId],
  )
}

/** The preferences that the member has set, without defaults. */
export async function storedPreferences(em: EntityManager, workspaceId: string, userId: string): Promise<Record<string, boolean>> {
  const [row]: { preferences: Record<string, boolean> }[] = await em.execute(
    'select notification_preferences as preferences from members where workspace_id = ? and user_id = ?',
    [workspaceId, userId],
  )
  return row?.preferences ?? {}
}

export async function storePreferences(em: EntityManager, workspaceId: string, userId: string, changes: object): Promise<void> {
  await em.execute(
    'update members set notification_preferences = notification_preferences || ?::jsonb where workspace_id = ? and user_id = ?',
    [JSON.stringify(changes), workspaceId, userId],
  )
}
