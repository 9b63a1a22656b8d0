/** SQL of workspaces. Also reads `domains`, `folders` and `invoices`, tables of other domains. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Role } from '../member.entity.js'
import { Workspace } from '../workspace.entity.js'
import type { WorkspaceRelations } from './present-workspace.js'

/** Maximum number of domains in the representation of a workspace. */
const maxDomains = 100

interface RelationsRow {
  id: string
  role: Role | null
  folders: number
  domains: WorkspaceRelations['domains'] | null
  payoutsUsage: number
  payoutFeeWaiverUsage: number
}

/** Related data of workspaces by workspace id; `userId` selects the membership. */
export async function workspaceRelations(
  em: EntityManager,
  workspaceIds: string[],
  userId: string | null,
): Promise<Map<string, WorkspaceRelations>> {
  const rows = await em.execute<RelationsRow[]>(
    `select w.id, m.role,
       (select coalesce(sum(total), 0)::float8 from invoices i
        where i.workspace_id = w.id and i.created_at >= w.billing_period_start) as "payoutsUsage",
       (select coalesce(sum(waived), 0)::float8 from invoices i where i.workspace_id = w.id) as "payoutFeeWaiverUsage",
       (select count(*)::int from folders f where f.workspace_id = w.id) as folders,
       (select json_agg(json_build_object('slug', d.slug, 'primary', d.is_primary, 'verified', d.verified)) from
         (select slug, is_primary, verified from domains where workspace_id = w.id
          order by is_primary desc, slug limit ${maxDomains}) d) as domains
     from workspaces w left join members m on m.workspace_id = w.id and m.user_id = ?
     where w.id = any(?::text[])`,
    [userId, `{${workspaceIds.join()}}`],
  )
  return new Map(
    rows.map(({ id, role, folders, domains, payoutsUsage, payoutFeeWaiverUsage }) => [
      id,
      {
        users: role ? [{ role, defaultFolderId: null }] : [],
        foldersUsage: folders,
        domains: domains ?? [],
        payoutsUsage,
        payoutFeeWaiverUsage,
      },
    ]),
  )
}

/** Workspaces of which the user is a member, oldest first. */
export async function workspacesOfUser(em: EntityManager, userId: string): Promise<Workspace[]> {
  const rows = await em.execute(
    'select w.* from workspaces w join members m on m.workspace_id = w.id where m.user_id = ? order by w.created_at, w.id',
    [userId],
  )
  return rows.map((row) => em.map(Workspace, row))
}

/** The number of workspaces on a plan that the user owns, also disabled ones. Locks the user, which serialises creations. */
export async function countOwnedOnPlan(em: EntityManager, userId: string, plan: string): Promise<number> {
  await em.execute('select 1 from users where id = ? for update', [userId])
  const rows = await em.execute<{ count: number }[]>(
    `select count(*)::int from workspaces w join members m on m.workspace_id = w.id
     where m.user_id = ? and coalesce(m.former_role, m.role) = 'owner' and w.plan = ?`,
    [userId, plan],
  )
  return rows[0]?.count ?? 0
}

/** Updates the default workspace of users after a slug change; null unsets it. */
export async function moveDefaultWorkspace(em: EntityManager, from: string, to: string | null): Promise<void> {
  await em.execute('update users set default_workspace = ? where default_workspace = ?', [to, from])
}

/** Deletes members, keys, invites, OAuth access and machine users of a workspace. */
export async function deleteWorkspaceAccess(em: EntityManager, workspaceId: string): Promise<void> {
  await em.execute('delete from users where is_machine and id in (select user_id from members where workspace_id = ?)', [workspaceId])
  // The last ones in the order in which the token endpoint locks them.
  for (const table of ['members', 'invites', 'one_time_tokens', 'oauth_codes', 'oauth_installations', 'tokens', 'oauth_apps'])
    await em.execute(`delete from ${table} where workspace_id = ?`, [workspaceId])
}

/**
 * Marks a workspace as closed. The mark outlives the workspace row, so that late writes of its data are discarded. Returns false if it was
 * closed already.
 */
export async function recordClosedWorkspace(em: EntityManager, workspaceId: string, now: Date): Promise<boolean> {
  const sql = 'insert into closed_workspaces (workspace_id, closed_at) values (?, ?) on conflict do nothing returning 1'
  return (await em.execute(sql, [workspaceId, now])).length > 0
}

export async function isWorkspaceClosed(em: EntityManager, workspaceId: string): Promise<boolean> {
  return (await em.execute('select 1 from closed_workspaces where workspace_id = ?', [workspaceId])).length > 0
}

/** SQL condition: the workspace of the row of `table` is not closed. */
export const workspaceIsOpenSql = (table: string) =>
  `not exists (select from closed_workspaces where closed_workspaces.workspace_id = ${table}.workspace_id)`

/** Ids of workspaces closed before an instant. */
export async function workspacesClosedBefore(em: EntityManager, instant: Date): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    'select workspace_id as id from closed_workspaces where closed_at < ? order by closed_at',
    [instant],
  )
  return rows.map(({ id }) => id)
}

/** Deletes marks of workspaces whose row is gone and for which no late writes are possible any more. */
export async function deleteClosedWorkspacesBefore(em: EntityManager, instant: Date): Promise<void> {
  await em.execute('delete from closed_workspaces where closed_at < ? and not exists (select from workspaces where id = workspace_id)', [
    instant,
  ])
}

export async function deleteWorkspaceRow(em: EntityManager, workspaceId: string): Promise<void> {
  await em.execute('delete from workspaces where id = ?', [workspaceId])
}

/** Resets the counters of workspaces whose current period started before the given start of their cycle day. */
export async function resetUsageCounters(em: EntityManager, starts: { day: number; start: Date }[]): Promise<void> {
  await em.execute(
    `update workspaces w set usage = 0, links_usage = 0, billing_period_start = s.start
     from jsonb_to_recordset(?::jsonb) as s(day integer, start timestamptz)
     where w.billing_cycle_start = s.day and w.billing_period_start < s.start`,
    [JSON.stringify(starts)],
  )
}
