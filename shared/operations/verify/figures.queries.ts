/**
 * Figures of links, customers, workspaces and refunds beside what the events say. Each statement takes a workspace and a range of keys, and
 * answers the rows that are wrong.
 *
 * Events that an operator dropped are counted in figures still, and in no event: a row that is older than what is kept may say more than
 * its events, never less.
 */
import { type Part, type Sql, summary } from './check.js'

export interface Figures {
  table: string
  /** The keys of a range: the workspace, the key before it, and how many. */
  range: string
  /** Rows of `key`, `expected` and `found`; the workspace, the key before the range, and the last of it. */
  wrong: string
}

/** Of the figures named: what is expected, what is found, and whether that will do. */
interface Column {
  name: string
  expected: string
  /** Where events were dropped the figure is the larger or the smaller one. */
  without?: 'larger' | 'smaller'
}

const jsonOf = (columns: readonly Column[], value: (column: Column) => string) =>
  `jsonb_build_object(${columns.map((one) => `'${one.name}', ${value(one)}`).join(', ')})`

const differs = ({ name, expected, without = 'larger' }: Column, isPartial: string) =>
  `(row_.${name} is distinct from ${expected} and (not ${isPartial} or not coalesce(row_.${name} ${without === 'larger' ? '>=' : '<='} ${expected}, ${expected} is null)))`

const wrongOf = (columns: readonly Column[], key: string, from: string, isPartial: string) => `
  select jsonb_build_object(${key}) as key, ${jsonOf(columns, ({ expected }) => expected)} as expected, ${jsonOf(columns, ({ name }) => `row_.${name}`)} as found
  from ${from} where ${columns.map((one) => differs(one, isPartial)).join('\n or ')}`

/** Since when all events of the table are there. */
const keptFrom = (table: string) => `coalesce((select kept_from from kept_events where parent = '${table}'), '-infinity')`

const ofLink = "workspace_id in ($1, '') and link_id > $2 and link_id <= $3"
const sinceBegun = "timestamp >= coalesce(begun_anew_at, '-infinity')"

// Events of a workspace that had the link before are that one's; those of nobody's time are the link's.
const linkFigures: Figures = {
  table: 'links',
  range: `select id as key from links where coalesce(workspace_id, '') = $1 and id > $2 order by id limit $3`,
  wrong: `
  with rows as materialized (select * from links where coalesce(workspace_id, '') = $1 and id > $2 and id <= $3),
  clicked as (select link_id, count(*) as clicks, max(timestamp) as last from click_events join rows on rows.id = link_id where click_events.${ofLink} and ${sinceBegun} group by 1),
  led as (select link_id, count(*) as leads, max(timestamp) as last from lead_events join rows on rows.id = link_id where lead_events.${ofLink} and ${sinceBegun} group by 1),
  sold as (
    select link_id, sum(sale_events.sales) as sales, sum(amount) as amount, count(*) filter (where not recurring and refund_of is null) as conversions, max(timestamp) filter (where not recurring and refund_of is null) as last
    from sale_events join rows on rows.id = link_id where sale_events.${ofLink} and ${sinceBegun} group by 1
  )
  ${wrongOf(
    [
      { name: 'clicks', expected: 'coalesce(clicked.clicks, 0)' },
      { name: 'last_clicked', expected: 'clicked.last' },
      { name: 'leads', expected: 'coalesce(led.leads, 0)' },
      { name: 'last_lead_at', expected: 'led.last' },
      { name: 'conversions', expected: 'coalesce(sold.conversions, 0)' },
      { name: 'last_conversion_at', expected: 'sold.last' },
      { name: 'sales', expected: 'coalesce(sold.sales, 0)' },
      { name: 'sale_amount', expected: 'coalesce(sold.amount, 0)' },
    ],
    `'id', row_.id, 'shortLink', row_.short_link`,
    'rows as row_ left join clicked on clicked.link_id = row_.id left join led on led.link_id = row_.id left join sold on sold.link_id = row_.id',
    `(row_.created_at < greatest(${keptFrom('click_events')}, ${keptFrom('lead_events')}, ${keptFrom('sale_events')}))`,
  )}`,
}

const customerFigures: Figures = {
  table: 'customers',
  range: 'select id as key from customers where workspace_id = $1 and id > $2 order by id limit $3',
  wrong: `
  with sold as (
    select customer_id, sum(sales) as sales, sum(amount) as amount, min(timestamp) filter (where refund_of is null) as first
    from sale_events where customer_id > $2 and customer_id <= $3 group by 1
  )
  ${wrongOf(
    [
      { name: 'sales', expected: 'coalesce(sold.sales, 0)' },
      { name: 'sale_amount', expected: 'coalesce(sold.amount, 0)' },
      { name: 'first_sale_at', expected: 'sold.first', without: 'smaller' },
    ],
    `'id', row_.id`,
    '(select * from customers where workspace_id = $1 and id > $2 and id <= $3) as row_ left join sold on sold.customer_id = row_.id',
    `(row_.created_at < ${keptFrom('sale_events')})`,
  )}`,
}

/** Of links that are gone as well. What leads nowhere is a click of its link, and no use of the workspace's plan. */
const workspaceFigures: Figures = {
  table: 'workspaces',
  range: 'select id as key from workspaces where id = $1 and id > $2 limit $3',
  wrong: wrongOf(
    [
      { name: 'total_clicks', expected: `(select count(*) from click_events where workspace_id = row_.id and url <> '')` },
      { name: 'total_links', expected: '(select count(*) from links where workspace_id = row_.id)' },
    ],
    `'id', row_.id, 'slug', row_.slug`,
    '(select * from workspaces where id = $1 and id > $2 and id <= $3) as row_',
    `(row_.created_at < ${keptFrom('click_events')})`,
  ),
}

const refundFigures: Figures = {
  table: 'sale_refunds',
  range: 'select sale_id as key from sale_refunds where workspace_id = $1 and sale_id > $2 order by sale_id limit $3',
  wrong: `
  with given_back as (
    select refund_of, -sum(amount) as amount, -sum(original_amount) as original_amount from sale_events
    where workspace_id = $1 and refund_of > $2 and refund_of <= $3 group by 1
  )
  ${wrongOf(
    [
      { name: 'amount', expected: 'coalesce(given_back.amount, 0)' },
      { name: 'original_amount', expected: 'coalesce(given_back.original_amount, 0)' },
    ],
    `'sale_id', row_.sale_id`,
    '(select * from sale_refunds where workspace_id = $1 and sale_id > $2 and sale_id <= $3) as row_ left join given_back on given_back.refund_of = row_.sale_id',
    `(${keptFrom('sale_events')} > '-infinity')`,
  )}`,
}

export const figures: readonly Figures[] = [linkFigures, customerFigures, workspaceFigures, refundFigures]

/** Compares so many rows behind the key, and answers the last of them; null where no more follow. */
export async function compareRange(
  sql: Sql,
  { range, wrong }: Figures,
  workspaceId: string,
  after: string,
  size: number,
): Promise<Part & { last: string | null }> {
  const keys = (await sql.query<{ key: string }>(range, [workspaceId, after, size])).rows
  const last = keys.at(-1)?.key
  if (last === undefined) return { compared: 0, wrong: 0, named: [], last: null }
  const { rows } = await sql.query<Omit<Part, 'compared'>>(`with wrong as (${wrong}) select ${summary}`, [workspaceId, after, last])
  return { compared: keys.length, ...(rows[0] as Omit<Part, 'compared'>), last: keys.length < size ? null : last }
}
