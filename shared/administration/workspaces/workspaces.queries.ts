import type { Scope } from '../../kernel/scope.js'

type Db = Pick<Scope, 'em' | 'now'>

/** Sets when the workspace was disabled; null while it is in use. Returns the former value, or undefined without such a workspace. */
export async function setDisabled(
  scope: Db,
  slug: string,
  disabledAt: Date | null,
): Promise<{ id: string; name: string; disabledAt: Date | null } | undefined> {
  const [found]: { id: string; name: string }[] = await scope.em.execute('select id, name from workspaces where slug = ?', [slug])
  if (!found) return undefined
  const former = await lockDisabledAt(scope, found.id)
  await scope.em.execute('update workspaces set disabled_at = ?::timestamptz where id = ?', [disabledAt, found.id])
  return { ...found, disabledAt: former }
}

/** Owners may only pay and members only read from now on. Their roles are kept for a restoration. */
export async function lowerRoles({ em }: Db, workspaceId: string): Promise<void> {
  await em.execute(
    `update members set former_role = role, role = case role when 'owner' then 'billing' else 'viewer' end
     where workspace_id = ? and role in ('owner', 'member')`,
    [workspaceId],
  )
}

export async function restoreRoles({ em }: Db, workspaceId: string): Promise<void> {
  await em.execute('update members set role = former_role, former_role = null where workspace_id = ? and former_role is not null', [
    workspaceId,
  ])
}

interface Address {
  domain: string
  lookupKey: string
}

/** Disables a batch of links at the instant at which the workspace was disabled. */
export const disableLinks = ({ em }: Db, workspaceId: string, disabledAt: string, limit: number): Promise<Address[]> =>
  em.execute(
    `update links set disabled_at = ?::timestamptz where id = any (array(
       select id from links where workspace_id = ? and disabled_at is null order by id limit ? for update))
     returning domain, lookup_key as "lookupKey"`,
    [disabledAt, workspaceId, limit],
  )

/** Enables a batch of the links that were disabled with the workspace at `from`, or marks them as disabled since `to`. */
export const enableLinks = (
  { em }: Db,
  workspaceId: string,
  { from, to }: { from: string; to: Date | null },
  limit: number,
): Promise<Address[]> =>
  em.execute(
    `update links set disabled_at = ?::timestamptz where id = any (array(
       select id from links where workspace_id = ? and disabled_at = ?::timestamptz order by id limit ? for update))
     returning domain, lookup_key as "lookupKey"`,
    [to, workspaceId, from, limit],
  )

/** When the workspace was disabled; null while it is in use. The operator cannot decide otherwise until the transaction ends. */
export async function lockDisabledAt({ em }: Db, workspaceId: string): Promise<Date | null> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`disabling ${workspaceId}`])
  const [row]: { at: string | null }[] = await em.execute('select disabled_at as at from workspaces where id = ?', [workspaceId])
  return row?.at ? new Date(row.at) : null
}

export interface WorkspaceOfUser {
  id: string
  name: string
  slug: string
  plan: string
  usage: number
  linksUsage: number
  totalClicks: number
  totalLinks: number
  clicks: number
  links: number
}

/** The busiest first. */
export const workspacesOfUser = ({ em }: Pick<Scope, 'em'>, userId: string): Promise<WorkspaceOfUser[]> =>
  em.execute(
    `select w.id, w.name, w.slug, w.plan, w.usage::float8 as usage, w.links_usage::float8 as "linksUsage",
       coalesce(sums.clicks, 0)::float8 as "totalClicks", coalesce(sums.links, 0)::float8 as "totalLinks",
       w.usage::float8 as clicks, w.links_usage::float8 as links
     from members m join workspaces w on w.id = m.workspace_id
     left join lateral (select sum(l.clicks) as clicks, count(*) as links from links l where l.workspace_id = w.id) sums on true
     where m.user_id = ? order by 7 desc, w.id limit 100`,
    [userId],
  )

/** The user of the address, or the first user of the partner account with it. */
export async function findUserByEmail({ em }: Pick<Scope, 'em'>, email: string): Promise<{ id: string; email: string | null } | null> {
  const rows: { id: string; email: string | null }[] = await em.execute(
    `select u.id, u.email from users u where not u.is_machine and (lower(u.email) = lower(?) or u.id in (
       select m.user_id from partner_users m join partners p on p.id = m.partner_id where p.email = lower(?)))
     order by lower(u.email) = lower(?) desc, u.created_at limit 1`,
    [email, email, email],
  )
  return rows[0] ?? null
}

/** The role of member `m` that applies, also while the workspace is disabled. */
const ownRole = 'coalesce(m.former_role, m.role)'

/** The owner who has been a member of the workspace longest, also of a disabled one. */
export async function firstOwnerOf({ em }: Pick<Scope, 'em'>, slug: string): Promise<{ id: string; email: string | null } | null> {
  const rows: { id: string; email: string | null }[] = await em.execute(
    `select u.id, u.email from members m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
     where w.slug = ? and ${ownRole} = 'owner' and not u.is_machine order by m.created_at, m.id limit 1`,
    [slug],
  )
  return rows[0] ?? null
}

export interface ProgramOfUser {
  id: string
  name: string
  slug: string
  status: string
  totalClicks: number
  totalLeads: number
  totalConversions: number
  totalSaleAmount: number
  totalCommissions: number
}

/** The programs in which partner accounts of the user take part; the highest earnings first. */
export const programsOfUser = ({ em }: Pick<Scope, 'em'>, userId: string): Promise<ProgramOfUser[]> =>
  em.execute(
    `select g.id, g.name, g.slug, e.status, e.total_clicks::float8 as "totalClicks", e.total_leads::float8 as "totalLeads",
       e.total_conversions::float8 as "totalConversions", e.total_sale_amount::float8 as "totalSaleAmount",
       e.total_commissions::float8 as "totalCommissions"
     from partner_users m join enrolments e on e.partner_id = m.partner_id join programs g on g.id = e.program_id
     where m.user_id = ? order by e.total_commissions desc, e.id limit 100`,
    [userId],
  )

/** Workspaces that the user owns, also those that are disabled. */
export async function workspacesOwnedBy({ em }: Pick<Scope, 'em'>, userId: string): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    `select m.workspace_id as id from members m where m.user_id = ? and ${ownRole} = 'owner'`,
    [userId],
  )
  return rows.map(({ id }) => id)
}

export async function hasMoneyInMotion({ em }: Pick<Scope, 'em'>, programId: string): Promise<boolean> {
  const rows = await em.execute(
    `select 1 from payouts where program_id = ? and status in ('processing', 'processed', 'sent', 'completed') limit 1`,
    [programId],
  )
  return rows.length > 0
}
