/** SQL of the marketplace. Only programs that the operator added to it, of workspaces that are not disabled, are visible. */
import { containsPattern } from '../../kernel/db/like-pattern.js'
import type { Scope } from '../../kernel/scope.js'
import type { CountNetworkPrograms, GetNetworkPrograms } from './network-program.schema.js'

type Reading = Pick<Scope, 'em'>
type Filter = Omit<CountNetworkPrograms, 'groupBy'>

/** `partner` is null for the public list. */
const source = `from programs p join partner_groups g on g.id = p.default_group_id
  left join enrolments e on e.program_id = p.id and e.partner_id = ?
  where p.added_to_marketplace_at is not null and p.deactivated_at is null
    and exists (select from workspaces w where w.id = p.workspace_id and w.disabled_at is null)`

const rewardColumns = { sale: 'g.sale_reward_id', lead: 'g.lead_reward_id', click: 'g.click_reward_id', discount: 'g.discount_id' } as const

function selection(
  partnerId: string | null,
  { category, rewardType, featured, search, status }: Filter,
): { sql: string; params: unknown[] } {
  const parts: [sql: string, ...params: unknown[]][] = []
  if (category) parts.push(['jsonb_exists(p.categories, ?)', category])
  if (rewardType) parts.push([`${rewardColumns[rewardType]} is not null`])
  if (featured !== undefined) parts.push([`p.featured_on_marketplace_at is ${featured ? 'not ' : ''}null`])
  if (status) parts.push(status === 'null' ? ['e.status is null'] : ['e.status = ?', status])
  if (search) parts.push([`concat_ws(' ', p.name, p.slug, p.domain, p.url, p.description) ilike ?`, containsPattern(search)])
  return {
    sql: [source, ...parts.map(([sql]) => sql)].join(' and '),
    params: [partnerId, ...parts.flatMap(([, ...params]) => params)],
  }
}

/** Of the invoices from which partners were paid. */
const paid = `(select coalesce(sum(i.total), 0) from invoices i where i.program_id = p.id
  and exists (select from payouts o where o.invoice_id = i.id and o.status in ('sent', 'completed')))`
const orders = {
  name: (direction: string) => `p.name ${direction}`,
  recency: (direction: string) => `p.added_to_marketplace_at ${direction}`,
  // The highest popularity has the lowest ranking.
  popularity: (direction: string) => `p.marketplace_ranking ${direction === 'desc' ? 'asc' : 'desc'}, ${paid} ${direction}`,
}

export interface NetworkProgramRow {
  id: string
  status: string | null
}

/** What decides where a program stands on the first page of the marketplace. */
export interface RankedProgram extends NetworkProgramRow {
  categories: string[]
  isFeatured: boolean
  /** Seconds since 1970. */
  addedAt: number
}

/** The most popular programs of the marketplace. */
export const rankedPrograms = ({ em }: Reading, partnerId: string, limit: number): Promise<RankedProgram[]> =>
  em.execute(
    `select p.id, e.status, p.categories, p.featured_on_marketplace_at is not null as "isFeatured",
       extract(epoch from p.added_to_marketplace_at)::float8 as "addedAt"
     ${source} order by ${orders.popularity('desc')}, p.id limit ?`,
    [partnerId, limit],
  )

export const networkProgramsMatching = (
  { em }: Reading,
  partnerId: string | null,
  { sortBy, sortOrder, page = 1, pageSize, ...filter }: GetNetworkPrograms,
): Promise<NetworkProgramRow[]> => {
  const { sql, params } = selection(partnerId, filter)
  return em.execute(`select p.id, e.status ${sql} order by ${orders[sortBy](sortOrder)}, p.id limit ? offset ?`, [
    ...params,
    pageSize,
    (page - 1) * pageSize,
  ])
}

/** Counts programs that can be applied to: the form of the default group is published. */
export async function countNetworkProgramsBy(
  { em }: Reading,
  partnerId: string | null,
  { groupBy, ...filter }: CountNetworkPrograms,
): Promise<{ key: string | null; count: number }[]> {
  const { sql, params } = selection(partnerId, filter)
  const matching = `${sql} and g.application_form_published_at is not null`
  if (groupBy === 'category')
    return em.execute(
      `select c.name as key, count(*)::int as count from (select p.categories ${matching}) p
       cross join lateral jsonb_array_elements_text(p.categories) c(name) group by 1 order by 2 desc, 1`,
      params,
    )
  if (groupBy === 'status')
    return em.execute(`select e.status as key, count(*)::int as count ${matching} group by 1 order by 2 desc, 1`, params)
  if (groupBy === 'rewardType')
    return em.execute(
      `select t.key, t.count::int as count from (select count(g.sale_reward_id) as sale, count(g.lead_reward_id) as lead,
         count(g.click_reward_id) as click, count(g.discount_id) as discount ${matching}) n
       cross join lateral (values ('sale', n.sale), ('lead', n.lead), ('click', n.click), ('discount', n.discount)) t(key, count)
       where t.count > 0 order by 2 desc, 1`,
      params,
    )
  return em.execute(`select null as key, count(*)::int as count ${matching}`, params)
}
