/**
 * Counters of links, customers, workspaces and refunds, which follow from the events. Each statement takes a workspace and a range of keys
 * and returns the wrong rows.
 */
import { digestExpression, findDimension } from '../../rollups/index.js'
import { type Counter, type CounterTable, retainedFrom, wrongRows } from './counter-table.queries.js'

const linkDimension = findDimension(['linkId'])
const ofLink = "workspace_id in ($1, '') and link_id > $2 and link_id <= $3"
const sinceStatsReset = "timestamp >= coalesce(stats_reset_at, '-infinity')"

const clickedInPostgres = `numbered as (select rows.id as link_id, stats_reset_at, value.id as link
    from rows cross join workspace_numbers join dimension_values as value on value.workspace = no
      and value.dimension = ${linkDimension?.code} and value.digest = ${digestExpression('rows.id')}
    where workspace_numbers.workspace_id in ($1, '')),
  clicked as (select link_id, count(*) as clicks, max(timestamp) as last
    from numbered join click_events using (link) where ${sinceStatsReset} group by 1),`

const linkClickCounters: readonly Counter[] = [
  { name: 'clicks', expected: 'coalesce(clicked.clicks, 0)' },
  { name: 'last_clicked', expected: 'clicked.last' },
]

// Events recorded while the link belonged to another workspace do not count; those without a workspace do.
const linkCounters = (hasClicks: boolean): CounterTable => ({
  table: 'links',
  rangeSql: `select id as key from links where coalesce(workspace_id, '') = $1 and id > $2 order by id limit $3`,
  wrongRowsSql: `
  with rows as materialized (select * from links where coalesce(workspace_id, '') = $1 and id > $2 and id <= $3),
  ${hasClicks ? clickedInPostgres : ''}
  led as (select link_id, count(*) as leads, max(timestamp) as last
    from lead_events join rows on rows.id = link_id
    where lead_events.${ofLink} and ${sinceStatsReset} group by 1),
  sold as (
    select link_id, sum(sale_events.sales) as sales, sum(amount) as amount,
      count(*) filter (where not recurring and refund_of is null) as conversions,
      max(timestamp) filter (where not recurring and refund_of is null) as last
    from sale_events join rows on rows.id = link_id where sale_events.${ofLink} and ${sinceStatsReset} group by 1
  )
  ${wrongRows(
    [
      ...(hasClicks ? linkClickCounters : []),
      { name: 'leads', expected: 'coalesce(led.leads, 0)' },
      { name: 'last_lead_at', expected: 'led.last' },
      { name: 'conversions', expected: 'coalesce(sold.conversions, 0)' },
      { name: 'last_conversion_at', expected: 'sold.last' },
      { name: 'sales', expected: 'coalesce(sold.sales, 0)' },
      { name: 'sale_amount', expected: 'coalesce(sold.amount, 0)' },
    ],
    `'id', row_.id, 'shortLink', row_.short_link`,
    `rows as row_ ${hasClicks ? 'left join clicked on clicked.link_id = row_.id' : ''} left join led on led.link_id = row_.id
     left join sold on sold.link_id = row_.id`,
    `(row_.created_at < greatest(${retainedFrom('click_events')}, ${retainedFrom('lead_events')}, ${retainedFrom('sale_events')}))`,
  )}`,
})

const customerCounters: CounterTable = {
  table: 'customers',
  rangeSql: 'select id as key from customers where workspace_id = $1 and id > $2 order by id limit $3',
  wrongRowsSql: `
  with sold as (
    select customer_id, sum(sales) as sales, sum(amount) as amount, min(timestamp) filter (where refund_of is null) as first
    from sale_events where customer_id > $2 and customer_id <= $3 group by 1
  )
  ${wrongRows(
    [
      { name: 'sales', expected: 'coalesce(sold.sales, 0)' },
      { name: 'sale_amount', expected: 'coalesce(sold.amount, 0)' },
      { name: 'first_sale_at', expected: 'sold.first', afterRetention: 'smaller' },
    ],
    `'id', row_.id`,
    '(select * from customers where workspace_id = $1 and id > $2 and id <= $3) as row_ left join sold on sold.customer_id = row_.id',
    `(row_.created_at < ${retainedFrom('sale_events')})`,
  )}`,
}

/** Includes clicks of deleted links. A click without a destination counts for its link but not towards the workspace's plan. */
const workspaceCounters = (hasClicks: boolean): CounterTable => ({
  table: 'workspaces',
  rangeSql: 'select id as key from workspaces where id = $1 and id > $2 limit $3',
  wrongRowsSql: wrongRows(
    [
      ...(hasClicks
        ? [{ name: 'total_clicks', expected: `(select count(*) from clicks where workspace_id = row_.id and url <> '')` }]
        : []),
      {
        name: 'total_links',
        expected: `(select count(*) from links where workspace_id = row_.id)
          - (select coalesce(sum(links), 0) from pending_link_usage where workspace_id = row_.id)`,
      },
    ],
    `'id', row_.id, 'slug', row_.slug`,
    '(select * from workspaces where id = $1 and id > $2 and id <= $3) as row_',
    `(row_.created_at < ${retainedFrom('click_events')})`,
  ),
})

const refundCounters: CounterTable = {
  table: 'sale_refunds',
  rangeSql: 'select sale_id as key from sale_refunds where workspace_id = $1 and sale_id > $2 order by sale_id limit $3',
  wrongRowsSql: `
  with refunded as (
    select refund_of, -sum(amount) as amount, -sum(original_amount) as original_amount from sale_events
    where workspace_id = $1 and refund_of > $2 and refund_of <= $3 group by 1
  )
  ${wrongRows(
    [
      { name: 'amount', expected: 'coalesce(refunded.amount, 0)' },
      { name: 'original_amount', expected: 'coalesce(refunded.original_amount, 0)' },
    ],
    `'sale_id', row_.sale_id`,
    '(select * from sale_refunds where workspace_id = $1 and sale_id > $2 and sale_id <= $3) as row_ left join refunded on refunded.refund_of = row_.sale_id',
    `(${retainedFrom('sale_events')} > '-infinity')`,
  )}`,
}

/** `hasClicks`: clicks are in PostgreSQL. */
export const eventCounters = (hasClicks: boolean): readonly CounterTable[] => [
  linkCounters(hasClicks),
  customerCounters,
  workspaceCounters(hasClicks),
  refundCounters,
]
