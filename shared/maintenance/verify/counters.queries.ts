/**
 * Compares the counters of links, customers, workspaces and refunds with the events, and what partners earned with their commissions. Each
 * statement takes a workspace and a range of keys and returns the wrong rows.
 *
 * Counters still include events that an operator has dropped, so a row older than the retained events may count more than its events, but
 * never fewer.
 */
import { isEarned } from '../../partners/index.js'
import { type CheckResult, digestExpression, findDimension, type Sql, summary } from '../../rollups/index.js'

export interface CounterTable {
  table: string
  /** Lists the keys of a range. Parameters: workspace, key before the range, limit. */
  rangeSql: string
  /** Selects wrong rows as `key`, `expected`, `found`. Parameters: workspace, key before the range, last key of the range. */
  wrongRowsSql: string
}

/** A counter and the SQL expression of its expected value. */
interface Counter {
  name: string
  expected: string
  /** How the stored value may differ where events have been dropped. */
  afterRetention?: 'larger' | 'smaller'
}

const jsonOf = (counters: readonly Counter[], value: (counter: Counter) => string) =>
  `jsonb_build_object(${counters.map((one) => `'${one.name}', ${value(one)}`).join(', ')})`

const differsCondition = ({ name, expected, afterRetention = 'larger' }: Counter, isPartial: string) =>
  `(row_.${name} is distinct from ${expected}
    and (not ${isPartial} or not coalesce(row_.${name} ${afterRetention === 'larger' ? '>=' : '<='} ${expected}, ${expected} is null)))`

const wrongRows = (counters: readonly Counter[], key: string, from: string, isPartial: string) => `
  select jsonb_build_object(${key}) as key,
    ${jsonOf(counters, ({ expected }) => expected)} as expected,
    ${jsonOf(counters, ({ name }) => `row_.${name}`)} as found
  from ${from} where ${counters.map((one) => differsCondition(one, isPartial)).join('\n or ')}`

/** The time from which the events of a table are complete. */
const retainedFrom = (table: string) => `coalesce((select retained_from from event_retention where parent = '${table}'), '-infinity')`

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

const ofPrograms = 'program_id in (select id from programs where workspace_id = $1)'

const enrolmentCounters: CounterTable = {
  table: 'enrolments',
  rangeSql: `select id as key from enrolments where ${ofPrograms} and id > $2 order by id limit $3`,
  wrongRowsSql: `
  with rows as materialized (select * from enrolments where ${ofPrograms} and id > $2 and id <= $3),
  linked as (
    select rows.id, sum(links.clicks) as clicks, sum(links.leads) as leads, sum(links.conversions) as conversions,
      sum(links.sales) as sales, sum(links.sale_amount) as sale_amount
    from rows join links on links.program_id = rows.program_id and links.partner_id = rows.partner_id group by 1
  ),
  earned as (
    select rows.id, sum(commissions.earnings) as earnings
    from rows join commissions on commissions.program_id = rows.program_id and commissions.partner_id = rows.partner_id
    where ${isEarned()} group by 1
  )
  ${wrongRows(
    [
      { name: 'total_clicks', expected: 'coalesce(linked.clicks, 0)' },
      { name: 'total_leads', expected: 'coalesce(linked.leads, 0)' },
      { name: 'total_conversions', expected: 'coalesce(linked.conversions, 0)' },
      { name: 'total_sales', expected: 'coalesce(linked.sales, 0)' },
      { name: 'total_sale_amount', expected: 'coalesce(linked.sale_amount, 0)' },
      { name: 'total_commissions', expected: 'coalesce(earned.earnings, 0)' },
    ],
    `'id', row_.id, 'partner_id', row_.partner_id`,
    'rows as row_ left join linked on linked.id = row_.id left join earned on earned.id = row_.id',
    'false',
  )}`,
}

/** Sale commissions that refunds may still change: what remains of the earnings after refunds, rounded half up. */
const commissionCounters: CounterTable = {
  table: 'commissions',
  rangeSql: `select id as key from commissions where ${ofPrograms} and id > $2 order by id limit $3`,
  wrongRowsSql: wrongRows(
    [
      { name: 'amount', expected: '(event_amount - refunded_amount)' },
      {
        name: 'earnings',
        expected: 'div(event_earnings::numeric * (event_amount - refunded_amount) * 2 + event_amount, event_amount * 2)',
      },
    ],
    `'id', row_.id, 'partner_id', row_.partner_id`,
    `(
      select * from commissions where ${ofPrograms} and id > $2 and id <= $3 and type = 'sale' and status in ('pending', 'processed', 'hold')
        and refunded_amount < event_amount
        and (payout_id is null or exists (select 1 from payouts where id = payout_id and status in ('pending', 'canceled')))
    ) as row_`,
    'false',
  ),
}

const roundedShare = (cents: string, hundredths: string) => `div(${cents} * ${hundredths} * 2 + 10000, 20000)`

/** What the terms that were applied yield for the event, as in partners' contracts: flat per item, or a percentage rounded half up. */
const earnedByTerms = `least(
  (applied_reward ->> 'limit')::numeric,
  (select sum(case part ->> 'type'
      when 'flat' then (part ->> 'amount')::numeric * (part ->> 'quantity')::numeric
      else ${roundedShare("coalesce((part ->> 'sale')::numeric, row_.paid)", "(part ->> 'amount')::numeric")} end)
    from jsonb_array_elements(applied_reward -> 'parts') as part))`

/** Lead and sale commissions that no user changed: their amounts before refunds, and the refunds, follow from the events. */
const commissionsOfEvents: CounterTable = {
  table: 'commissions_of_events',
  rangeSql: `select id as key from commissions where ${ofPrograms} and id > $2 and applied_reward is not null order by id limit $3`,
  wrongRowsSql: wrongRows(
    [
      { name: 'event_amount', expected: 'row_.paid' },
      { name: 'event_earnings', expected: earnedByTerms },
      { name: 'refunded_amount', expected: 'greatest(row_.returned, 0)' },
    ],
    `'id', row_.id, 'partner_id', row_.partner_id`,
    `(
      select commissions.*, coalesce(sold.amount, 0) as paid,
        case when exists (
          select 1 from pending_earnings pending
          where pending.program_id = commissions.program_id and pending.partner_id = commissions.partner_id and kind = 'refund'
        ) then refunded_amount else coalesce(refunds.amount, 0) end as returned
      from commissions
      left join sale_refunds refunds on refunds.sale_id = commissions.event_id
      left join sale_events sold on commissions.type = 'sale' and sold.id = commissions.event_id
        and sold.timestamp = commissions.created_at
      where ${ofPrograms} and commissions.id > $2 and commissions.id <= $3 and applied_reward is not null
        and commissions.created_at >= ${retainedFrom('sale_events')} and (commissions.type <> 'sale' or sold.id is not null)
    ) as row_`,
    'false',
  ),
}

const payoutCounters: CounterTable = {
  table: 'payouts',
  rangeSql: `select id as key from payouts where ${ofPrograms} and id > $2 order by id limit $3`,
  wrongRowsSql: wrongRows(
    [{ name: 'amount', expected: '(select coalesce(sum(earnings), 0) from commissions where payout_id = row_.id)' }],
    `'id', row_.id, 'partner_id', row_.partner_id`,
    `(select * from payouts where ${ofPrograms} and id > $2 and id <= $3) as row_`,
    'false',
  ),
}

/** `hasClicks`: clicks are in PostgreSQL. */
export const counterTables = (hasClicks: boolean): readonly CounterTable[] => [
  linkCounters(hasClicks),
  customerCounters,
  workspaceCounters(hasClicks),
  refundCounters,
  enrolmentCounters,
  commissionCounters,
  commissionsOfEvents,
  payoutCounters,
]

/** Compares `size` rows after a key. Returns the last key, or null when no more rows follow. */
export async function compareRange(
  sql: Sql,
  { rangeSql, wrongRowsSql }: CounterTable,
  workspaceId: string,
  after: string,
  size: number,
): Promise<CheckResult & { last: string | null }> {
  const keys = (await sql.query<{ key: string }>(rangeSql, [workspaceId, after, size])).rows
  const last = keys.at(-1)?.key
  if (last === undefined) return { compared: 0, wrong: 0, samples: [], last: null }
  const { rows } = await sql.query<Omit<CheckResult, 'compared'>>(`with wrong as (${wrongRowsSql}) select ${summary}`, [
    workspaceId,
    after,
    last,
  ])
  return { compared: keys.length, ...(rows[0] as Omit<CheckResult, 'compared'>), last: keys.length < size ? null : last }
}
