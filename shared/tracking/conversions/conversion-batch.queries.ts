/** SQL for leads and sales of several requests in one transaction. Lock order as in `conversion.queries.ts`; rows are locked by id. */
import type pg from 'pg'
import { queryPrepared, type SqlQuery } from '../../kernel/db/prepared-query.js'
import { clickIdTime } from '../../kernel/ids.js'
import { decodeClick, type EncodedClick } from '../click-values.js'
import { lockInOrderQuery } from '../click.queries.js'
import { decodedClicksSql } from '../decoded-clicks.queries.js'
import { convertedLinkColumns, type ConvertedLink } from './conversion.queries.js'
import type { ClickWithLink } from './customer-of-click.js'

const ingestedClicks = `(
  select * from click_events
  where timestamp between $3 and $4 and (id, timestamp) in (select * from unnest($1::text[], $2::timestamptz[])))`

const clicksWithLinksSql = `
  select click.*, (
    select to_json(creditable) from (
      select ${convertedLinkColumns} from links
      where links.id = click.link[1] and links.workspace_id = click.workspace_id and disabled_at is null) as creditable) as "creditableLink"
  from (${decodedClicksSql(ingestedClicks)}) as click`

/** Ingested clicks by their ids, with their links. Clicks whose link is deleted, disabled, or of another workspace are left out. */
export async function findClicksWithLinks(pool: pg.Pool, ids: readonly string[]): Promise<Map<string, ClickWithLink>> {
  const times = ids.map((id) => new Date(clickIdTime(id)))
  const sorted = times.toSorted((a, b) => a.getTime() - b.getTime())
  const rows = await queryPrepared<EncodedClick & { creditableLink: ConvertedLink | null }>(pool, {
    name: 'find-clicks-with-links',
    text: clicksWithLinksSql,
    values: [ids, times, sorted[0], sorted.at(-1)],
  })
  return new Map(
    rows.flatMap(({ creditableLink: link, ...encoded }) =>
      link ? [[encoded.id, { click: decodeClick(encoded as EncodedClick), link }]] : [],
    ),
  )
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

const addToLinksSql = `
  update links set leads = links.leads + added.leads, sales = links.sales + added.sales, sale_amount = sale_amount + added.amount,
    conversions = links.conversions + added.conversions, last_lead_at = greatest(last_lead_at, lead_at),
    last_conversion_at = greatest(last_conversion_at, converted_at)
  from (
    select id, workspace_id, sum(leads) as leads, sum(sales) as sales, sum(amount) as amount,
      count(*) filter (where converts) as conversions, max(at) filter (where leads > 0) as lead_at,
      max(at) filter (where converts) as converted_at
    from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::bigint[], $6::timestamptz[], $7::boolean[])
      as change(id, workspace_id, leads, sales, amount, at, converts)
    group by id, workspace_id) as added
  where links.id = added.id and links.workspace_id = added.workspace_id`

const addToUsageSql = `
  update workspaces set usage = usage + added.events
  from (select id, sum(events) as events from unnest($1::text[], $2::int[]) as change(id, events) group by id) as added
  where workspaces.id = added.id`

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
