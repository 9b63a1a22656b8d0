/** Workspaces together with what belongs to them. Reads upward: domains and folders are others' tables. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Role } from '../member.entity.js'
import { Workspace } from '../workspace.entity.js'
import type { WorkspaceSurroundings } from './present-workspace.js'

/** A workspace shows no more domains than that. */
const shownDomains = 100

interface SurroundingsRow {
  id: string
  role: Role | null
  folders: number
  domains: WorkspaceSurroundings['domains'] | null
}

/** What surrounds each of the workspaces, by id, as this user sees it. */
export async function surroundingsOf(
  em: EntityManager,
  workspaceIds: string[],
  userId: string | null,
): Promise<Map<string, WorkspaceSurroundings>> {
  const rows = await em.execute<SurroundingsRow[]>(
    `select w.id, m.role,
       (select count(*)::int from folders f where f.workspace_id = w.id) as folders,
       (select json_agg(json_build_object('slug', d.slug, 'primary', d.is_primary, 'verified', d.verified)) from
         (select slug, is_primary, verified from domains where workspace_id = w.id order by is_primary desc, slug limit ${shownDomains}) d) as domains
     from workspaces w left join members m on m.workspace_id = w.id and m.user_id = ?
     where w.id = any(?::text[])`,
    [userId, `{${workspaceIds.join()}}`],
  )
  return new Map(
    rows.map(({ id, role, folders, domains }) => [id, { users: role ? [{ role }] : [], foldersUsage: folders, domains: domains ?? [] }]),
  )
}

/** The workspaces that the user is a member of, the oldest first. */
export async function workspacesOfUser(em: EntityManager, userId: string): Promise<Workspace[]> {
  const rows = await em.execute(
    'select w.* from workspaces w join members m on m.workspace_id = w.id where m.user_id = ? order by w.created_at, w.id',
    [userId],
  )
  return rows.map((row) => em.map(Workspace, row))
}

/** How many workspaces of a plan the user owns. Until the transaction ends, the same user can't found another one. */
export async function ownedOnPlan(em: EntityManager, userId: string, plan: string): Promise<number> {
  await em.execute('select 1 from users where id = ? for update', [userId])
  const rows = await em.execute<{ count: number }[]>(
    `select count(*)::int from workspaces w join members m on m.workspace_id = w.id where m.user_id = ? and m.role = 'owner' and w.plan = ?`,
    [userId, plan],
  )
  return rows[0]?.count ?? 0
}

/** Users who start in a workspace go on to do so under its new slug, or nowhere in particular. */
export async function moveDefaultWorkspace(em: EntityManager, from: string, to: string | null): Promise<void> {
  await em.execute('update users set default_workspace = ? where default_workspace = ?', [to, from])
}

/** Nobody is a member, key or guest of the workspace any more. Users who stand for programs go with it. */
export async function emptyWorkspace(em: EntityManager, workspaceId: string): Promise<void> {
  await em.execute('delete from users where is_machine and id in (select user_id from members where workspace_id = ?)', [workspaceId])
  for (const table of ['tokens', 'members', 'invites', 'one_time_tokens', 'oauth_codes', 'oauth_installations', 'oauth_apps'])
    await em.execute(`delete from ${table} where workspace_id = ?`, [workspaceId])
}

/** From now on nobody is let in, led, or counted there; what says so stays for a while longer than the workspace. */
export async function noteClosing(em: EntityManager, workspaceId: string, now: Date): Promise<void> {
  await em.execute('insert into closed_workspaces (workspace_id, closed_at) values (?, ?)', [workspaceId, now])
}

/** The condition that whose row of the table it is was not closed. */
export const isOfOpenWorkspace = (table: string) =>
  `not exists (select from closed_workspaces where closed_workspaces.workspace_id = ${table}.workspace_id)`

/** Those that were closed before that. */
export async function workspacesClosedBefore(em: EntityManager, instant: Date): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    'select workspace_id as id from closed_workspaces where closed_at < ? order by closed_at',
    [instant],
  )
  return rows.map(({ id }) => id)
}

/** Nothing comes back so late. */
export async function forgetClosingsBefore(em: EntityManager, instant: Date): Promise<void> {
  await em.execute('delete from closed_workspaces where closed_at < ? and not exists (select from workspaces where id = workspace_id)', [
    instant,
  ])
}

export async function deleteWorkspaceRow(em: EntityManager, workspaceId: string): Promise<void> {
  await em.execute('delete from workspaces where id = ?', [workspaceId])
}

/** Starts the period of every workspace whose cycle day has a newer start than its counters. */
export async function startPeriods(em: EntityManager, starts: { day: number; start: Date }[]): Promise<void> {
  await em.execute(
    `update workspaces w set usage = 0, links_usage = 0, billing_period_start = s.start
     from jsonb_to_recordset(?::jsonb) as s(day integer, start timestamptz)
     where w.billing_cycle_start = s.day and w.billing_period_start < s.start`,
    [JSON.stringify(starts)],
  )
}
