/** Totals of enrolments, commissions and payouts, which follow from links, events and each other. */
import { isEarned } from '../../partners/index.js'
import { type CounterTable, retainedFrom, wrongRows } from './counter-table.queries.js'

export const ofPrograms = 'program_id in (select id from programs where workspace_id = $1)'

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

export const earningsCounters: readonly CounterTable[] = [enrolmentCounters, commissionCounters, commissionsOfEvents, payoutCounters]
