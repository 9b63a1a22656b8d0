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
  /** A pattern. */
  search: string | null
  role: Role | null
}

/** The members of a workspace, in the order in which they came. */
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

/** Until the transaction ends, nobody else changes who belongs to the workspace. */
export async function lockMembers(em: EntityManager, workspaceId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`members ${workspaceId}`])
}

/** Owners who are people. */
export async function ownerCount(em: EntityManager, workspaceId: string): Promise<number> {
  const rows = await em.execute<{ count: number }[]>(
    `select count(*)::int from members m join users u on u.id = m.user_id where m.workspace_id = ? and m.role = 'owner' and not u.is_machine`,
    [workspaceId],
  )
  return rows[0]?.count ?? 0
}

/** Who takes a place: people who are members, and invites that may still be accepted, but for the named addresses. */
export async function takenPlaces(em: EntityManager, workspaceId: string, now: Date, besides: string[] = []): Promise<number> {
  const rows = await em.execute<{ count: number }[]>(
    `select (select count(*) from members m join users u on u.id = m.user_id where m.workspace_id = ? and not u.is_machine)::int
       + (select count(*) from invites where workspace_id = ? and expires > ? and not email in (select jsonb_array_elements_text(?::jsonb)))::int as count`,
    [workspaceId, workspaceId, now, JSON.stringify(besides)],
  )
  return rows[0]?.count ?? 0
}

/** Which of the addresses (folded) belong to members. */
export async function membersAmong(em: EntityManager, workspaceId: string, emails: string[]): Promise<string[]> {
  const rows = await em.execute<{ email: string }[]>(
    'select lower(u.email) as email from members m join users u on u.id = m.user_id where m.workspace_id = ? and lower(u.email) in (select jsonb_array_elements_text(?::jsonb))',
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

/** Takes away all that a user has in a workspace: keys, roles in folders, membership, the wish to start there. */
export async function deleteMembership(em: EntityManager, workspaceId: string, userId: string): Promise<void> {
  for (const table of ['tokens', 'oauth_codes', 'oauth_installations'])
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

/** What the member said, and nothing of what was not said. */
export async function preferencesOf(em: EntityManager, workspaceId: string, userId: string): Promise<Record<string, boolean>> {
  const [row]: { said: Record<string, boolean> }[] = await em.execute(
    'select notification_preferences as said from members where workspace_id = ? and user_id = ?',
    [workspaceId, userId],
  )
  return row?.said ?? {}
}

export async function storePreferences(em: EntityManager, workspaceId: string, userId: string, said: object): Promise<void> {
  await em.execute(
    'update members set notification_preferences = notification_preferences || ?::jsonb where workspace_id = ? and user_id = ?',
    [JSON.stringify(said), workspaceId, userId],
  )
}
