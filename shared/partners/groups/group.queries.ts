/** SQL of partner groups. */
import type { InWorkspace, WorkspaceScope } from '../../accounts/index.js'
import type { GetGroups, GroupResponse, GroupWithTotals } from './group.schema.js'
import type { PartnerGroup } from './partner-group.entity.js'

type UtmTemplateOfGroup = NonNullable<GroupResponse['utmTemplate']>

export async function utmTemplatesOfGroups({ em }: InWorkspace, groups: readonly PartnerGroup[]): Promise<Map<string, UtmTemplateOfGroup>> {
  const ids = groups.flatMap(({ utmTemplateId }) => utmTemplateId ?? [])
  if (ids.length === 0) return new Map()
  const rows: UtmTemplateOfGroup[] = await em.execute(
    `select id, name, utm_source, utm_medium, utm_campaign, utm_term, utm_content, ref from utm_templates
     where id = any (array[?]::text[])`,
    [ids],
  )
  return new Map(rows.map((template) => [template.id, template]))
}

type Totals = Omit<GroupWithTotals, keyof GroupResponse | 'netRevenue'>

const totalColumns = {
  totalPartners: 'count(*)',
  totalClicks: 'sum(total_clicks)',
  totalLeads: 'sum(total_leads)',
  totalSales: 'sum(total_sales)',
  totalSaleAmount: 'sum(total_sale_amount)',
  totalConversions: 'sum(total_conversions)',
  totalCommissions: 'sum(total_commissions)',
} as const satisfies Record<keyof Totals, string>
export const totalNames = Object.keys(totalColumns) as (keyof Totals)[]

export type GroupRow = { id: string } & Totals

/** Ids of groups with their totals over approved partners. Without totals they are sorted by creation, and all totals are 0. */
export async function groupsMatching(
  { em }: WorkspaceScope,
  programId: string,
  { search, groupIds, sortBy, sortOrder, includeExpandedFields, page = 1, pageSize }: GetGroups,
): Promise<GroupRow[]> {
  const { sql, params } = conditions(programId, { search, groupIds })
  const totals = includeExpandedFields
    ? `join lateral (select ${totalNames.map((name) => `coalesce(${totalColumns[name]}, 0)::float8 as "${name}"`).join()}
         from enrolments e where e.group_id = g.id and e.status = 'approved') t on true`
    : `cross join (select ${totalNames.map((name) => `0::float8 as "${name}"`).join()}) t`
  const order = sortBy === 'createdAt' || !includeExpandedFields ? 'g.created_at' : `t."${sortBy}"`
  return em.execute(
    `select g.id, t.* from partner_groups g ${totals} where ${sql} order by ${order} ${sortOrder}, g.id ${sortOrder} limit ? offset ?`,
    [...params, pageSize, (page - 1) * pageSize],
  )
}

export async function countGroupsMatching({ em }: WorkspaceScope, programId: string, search?: string): Promise<number> {
  const { sql, params } = conditions(programId, { search })
  const rows: { count: number }[] = await em.execute(`select count(*)::int as count from partner_groups g where ${sql}`, params)
  return rows[0]?.count ?? 0
}

// Groups whose last partners have not left them yet.
const isNotDeleted = `g.slug <> 'deleted-' || g.id`

function conditions(programId: string, { search, groupIds }: Pick<GetGroups, 'search' | 'groupIds'>): { sql: string; params: unknown[] } {
  const parts: [sql: string, ...params: unknown[]][] = [['g.program_id = ?', programId], [isNotDeleted]]
  if (search) parts.push(['(strpos(lower(g.name), lower(?)) > 0 or strpos(g.slug, lower(?)) > 0)', search, search])
  if (groupIds && groupIds.length > 0) parts.push(['g.id = any (array[?]::text[])', groupIds])
  return { sql: parts.map(([sql]) => sql).join(' and '), params: parts.flatMap(([, ...params]) => params) }
}

export async function groupNamesOf({ em }: Pick<InWorkspace, 'em'>, programId: string): Promise<Map<string, string>> {
  const rows: { id: string; name: string }[] = await em.execute('select id, name from partner_groups where program_id = ?', [programId])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Serialises changes of the groups of a program by requests until this transaction ends: their number, rules, and which is the default. */
export async function lockGroups({ em }: Pick<InWorkspace, 'em'>, programId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`groups ${programId}`])
}

export async function countGroupsOf({ em }: WorkspaceScope, programId: string): Promise<number> {
  const rows: { count: number }[] = await em.execute(
    `select count(*)::int as count from partner_groups g where program_id = ? and ${isNotDeleted}`,
    [programId],
  )
  return rows[0]?.count ?? 0
}

/** Moves partners of the program into the group with its rewards and its discount. Returns the ids of those that changed their group. */
export async function moveEnrolments(
  { em, now }: Pick<InWorkspace, 'em' | 'now'>,
  group: Pick<PartnerGroup, 'id' | 'programId'>,
  partnerIds: readonly string[],
): Promise<{ partnerId: string; from: string | null }[]> {
  return em.execute(
    `with moved as (
       select id, group_id from enrolments where program_id = ? and partner_id = any (array[?]::text[]) and group_id is distinct from ?
       order by id for no key update
     )
     update enrolments e set group_id = g.id, updated_at = ?, ${copiedRewards}
     from moved, partner_groups g where e.id = moved.id and g.id = ?
     returning e.partner_id as "partnerId", moved.group_id as "from"`,
    [group.programId, partnerIds, group.id, now(), group.id],
  )
}

/** Inactive enrolments have no rewards and no discount, whatever their group has. */
export const copiedRewards = ['click_reward_id', 'lead_reward_id', 'sale_reward_id', 'referral_reward_id', 'discount_id']
  .map((column) => `${column} = case when e.status in ('banned', 'deactivated', 'rejected') then null else g.${column} end`)
  .join(', ')

/** Ids of up to `limit` partners of a group. */
export async function partnersOfGroup({ em }: Pick<InWorkspace, 'em'>, groupId: string, limit: number): Promise<string[]> {
  const rows: { partner_id: string }[] = await em.execute('select partner_id from enrolments where group_id = ? limit ?', [groupId, limit])
  return rows.map(({ partner_id: id }) => id)
}

/** Serialises changes of a group: creations of its default links, so that their limit holds, and joining it while it is deleted. */
export async function lockGroup({ em }: Pick<InWorkspace, 'em'>, id: string): Promise<void> {
  await em.execute('select 1 from partner_groups where id = ? for update', [id])
}
