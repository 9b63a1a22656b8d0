/** SQL for leads and sales of several requests in one transaction. Lock order as in `conversion.queries.ts`; rows are locked by id. */
import type pg from 'pg'
import { queryPrepared, type SqlQuery } from '../../kernel/db/prepared-query.js'
import { lockInOrderQuery } from '../counters.queries.js'
import { convertedLinkColumns, type ConvertedLink } from './conversion.queries.js'

const creditableLinksSql = `select workspace_id as "workspaceId", ${convertedLinkColumns} from links where id = any($1) and disabled_at is null`

/** Links by id, each with its workspace. Disabled links are left out. */
export async function findCreditableLinks(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<Map<string, ConvertedLink & { workspaceId: string }>> {
  const rows = await queryPrepared<ConvertedLink & { workspaceId: string }>(pool, {
    name: 'find-creditable-links',
    text: creditableLinksSql,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** One parameter of an `unnest`. */
export const columnOf = <Row>(rows: readonly Row[], name: keyof Row) => rows.map((row) => row[name])

/** What a lead or sale adds to its link and to the usage of the workspace. */
export interface CounterChange {
  linkId: string
  workspaceId: string
  leads: number
  sales: number
  amount: number
  at: Date
  /** The sale is the customer's first by the link. */
  converts: boolean
}

/** Events from before a link moved to this workspace, as of an import, do not count for it. */
const addToLinksSql = `
  update links set leads = links.leads + added.leads, sales = links.sales + added.sales, sale_amount = sale_amount + added.amount,
    conversions = links.conversions + added.conversions, last_lead_at = greatest(last_lead_at, lead_at),
    last_conversion_at = greatest(last_conversion_at, converted_at)
  from (
    select change.id, sum(change.leads) as leads, sum(change.sales) as sales, sum(amount) as amount,
      count(*) filter (where converts) as conversions, max(at) filter (where change.leads > 0) as lead_at,
      max(at) filter (where converts) as converted_at
    from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bigint[], $6::timestamptz[], $7::boolean[])
      as change(id, workspace_id, leads, sales, amount, at, converts)
    join links on links.id = change.id and links.workspace_id = change.workspace_id and at >= coalesce(stats_reset_at, '-infinity')
    group by change.id) as added
  where links.id = added.id`

const addToUsageSql = `
  update workspaces set usage = usage + added.events
  from (select id, sum(events) as events from unnest($1::text[], $2::int[]) as change(id, events) group by id) as added
  where workspaces.id = added.id`

/** The last queries of `countConversions` lock and update rows of workspaces. */
export const usageQueryCount = 2

/** Counts leads and sales. The last statements of the transaction, because all conversions of a workspace update its row. */
export function countConversions(changes: readonly CounterChange[]): SqlQuery[] {
  const [links, workspaces] = [columnOf(changes, 'linkId'), columnOf(changes, 'workspaceId')] as [string[], string[]]
  const figures = (['leads', 'sales', 'amount', 'at', 'converts'] as const).map((name) => columnOf(changes, name))
  return [
    lockInOrderQuery('links', links),
    { name: 'add-conversions-to-links', text: addToLinksSql, values: [links, workspaces, ...figures] },
    lockInOrderQuery('workspaces', workspaces),
    { name: 'add-to-usage', text: addToUsageSql, values: [workspaces, changes.map(({ leads, sales }) => leads + sales)] },
  ]
}
