/** Events whose commissions are not computed yet, and what their computation depends on. */
import type pg from 'pg'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { hasRows } from '../../kernel/db/has-rows.js'
import { minIdAt } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import type { FirstCommission } from '../rewards/is-within-duration.js'
import type { SpendLimitInterval } from '../rewards/spend-limit.js'
import type { RefundableCommission } from './apply-refund.js'
import { type CommissionStatus, spendingStatuses } from './commission-states.js'
import type { EarningEvent, EarningReward } from './compute-commissions.js'

export interface PartnerRef {
  programId: string
  partnerId: string
}

export const hasPendingEarnings = hasRows('pending_earnings', 'retry_at is null or retry_at <= $1')

/** Partners with pending events, except those whose retry is not due. */
export async function partnersWithPendingEarnings(pool: pg.Pool, now: Date, limit: number): Promise<PartnerRef[]> {
  const { rows } = await pool.query<PartnerRef>(
    `select distinct program_id as "programId", partner_id as "partnerId" from pending_earnings
     where retry_at is null or retry_at <= $1 limit $2`,
    [now, limit],
  )
  return rows
}

export async function postponePendingEarnings(pool: pg.Pool, { programId, partnerId }: PartnerRef, retryAt: Date): Promise<void> {
  await pool.query('update pending_earnings set retry_at = $3 where program_id = $1 and partner_id = $2', [programId, partnerId, retryAt])
}

interface EventRow {
  id: string
  at: string
  kind: EarningEvent['kind']
  quantity: number
  customer_id: string | null
  link_id: string
  amount: string | null
  original_amount: string | null
  currency: string | null
  invoice_id: string | null
  refund_of: string | null
  metadata: Record<string, unknown> | null
  country: string | null
  signed_up_at: string | null
}

/**
 * Removes the oldest pending events of the partner and returns them in their order. An event that was deleted meanwhile has no customer and
 * is only counted.
 */
export async function takePendingEvents(
  { em }: Scope,
  { programId, partnerId }: PartnerRef,
  limit: number,
): Promise<{ events: EarningEvent[]; count: number }> {
  const rows: EventRow[] = await em.execute(
    `with pending as (
       delete from pending_earnings where (program_id, partner_id, at, event_id) in (
         select program_id, partner_id, at, event_id from pending_earnings
         where program_id = ? and partner_id = ? order by at, event_id limit ?
       ) returning *
     )
     select pending.event_id as id, pending.at, pending.kind, pending.quantity, coalesce(l.customer_id, s.customer_id) as customer_id,
       coalesce(l.link_id, s.link_id) as link_id, s.amount, s.original_amount, s.currency, s.invoice_id, s.refund_of,
       coalesce(l.metadata, s.metadata) as metadata, customers.country, customers.created_at as signed_up_at
     from pending
     left join lead_events l on pending.kind = 'lead' and l.id = pending.event_id and l.timestamp = pending.at
     left join sale_events s on pending.kind <> 'lead' and s.id = pending.event_id and s.timestamp = pending.at
     left join customers on customers.id = coalesce(l.customer_id, s.customer_id)
     order by pending.at, pending.event_id`,
    [programId, partnerId, limit],
  )
  return { events: rows.flatMap((row) => (row.customer_id === null ? [] : [toEvent(row, row.customer_id)])), count: rows.length }
}

function toEvent(row: EventRow, customerId: string): EarningEvent {
  const { id, kind, quantity, link_id: linkId, metadata, country, refund_of: saleEventId } = row
  const base = { id, at: new Date(row.at), customerId, linkId }
  const amount = Number(row.amount ?? 0)
  if (kind === 'refund') return { ...base, kind, saleEventId: saleEventId ?? '', amount: -amount }
  const signupDate = row.signed_up_at === null ? null : new Date(row.signed_up_at)
  return {
    ...base,
    kind,
    quantity,
    amount,
    originalAmount: Number(row.original_amount ?? 0),
    currency: row.currency ?? 'usd',
    invoiceId: row.invoice_id,
    metadata,
    customer: { country, signupDate },
  }
}

export interface EarningPartner {
  status: string
  workspaceId: string
  hasPostbacks: boolean
  leadRewardId: string | null
  saleRewardId: string | null
  country: string | null
  totalClicks: number
  totalLeads: number
  totalConversions: number
  totalSaleAmount: number
  totalCommissions: number
}

export async function findEarningPartner({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<EarningPartner | null> {
  const rows: EarningPartner[] = await em.execute(
    `select enrolments.status, programs.workspace_id as "workspaceId", lead_reward_id as "leadRewardId", sale_reward_id as "saleRewardId",
       partners.country, total_clicks::float8 as "totalClicks", total_leads::float8 as "totalLeads",
       total_conversions::float8 as "totalConversions", total_sale_amount::float8 as "totalSaleAmount",
       total_commissions::float8 as "totalCommissions",
       exists (select from webhooks where webhooks.partner_id = enrolments.partner_id) as "hasPostbacks"
     from enrolments join programs on programs.id = program_id join partners on partners.id = partner_id
     where program_id = ? and partner_id = ?`,
    [programId, partnerId],
  )
  return rows[0] ?? null
}

export async function hasPostbacks({ em }: Pick<Scope, 'em'>, partnerId: string): Promise<boolean> {
  return (await em.execute('select 1 from webhooks where partner_id = ? limit 1', [partnerId])).length > 0
}

export async function rewardsById({ em }: Scope, ids: readonly string[]): Promise<Map<string, EarningReward>> {
  const rows: EarningReward[] = await em.execute(
    `select id, type, amount_in_cents as "amountInCents", amount_in_percentage::float8 as "amountInPercentage",
       max_duration as "maxDuration", modifiers, spend_limit_amount as "spendLimitAmount", spend_limit_interval as "spendLimitInterval"
     from rewards where id = any (?::text[]) and deleted_at is null`,
    [arrayLiteral(ids)],
  )
  return new Map(rows.map((reward) => [reward.id, reward]))
}

interface FirstCommissionRow extends Omit<FirstCommission, 'at' | 'maxDuration'> {
  type: 'lead' | 'sale'
  customerId: string
  at: string
  maxDuration: number | null
  hasReward: boolean
}

/** The oldest commission of the partner for each of the customers, by type. */
export async function firstCommissionsOf(
  { em }: Scope,
  { programId, partnerId }: PartnerRef,
  customerIds: readonly string[],
): Promise<(FirstCommission & { type: 'lead' | 'sale'; customerId: string })[]> {
  const rows: FirstCommissionRow[] = await em.execute(
    `select distinct on (c.type, c.customer_id) c.type, c.customer_id as "customerId", c.status, c.created_at as at,
       c.reward_id as "rewardId", rewards.max_duration as "maxDuration", rewards.id is not null as "hasReward"
     from commissions c left join rewards on rewards.id = c.reward_id
     where c.customer_id = any (?::text[]) and c.partner_id = ? and c.program_id = ? and c.type in ('lead', 'sale')
     order by c.type, c.customer_id, c.created_at, c.id`,
    [arrayLiteral(customerIds), partnerId, programId],
  )
  return rows.map(({ hasReward, maxDuration, at, ...row }) => ({
    ...row,
    at: new Date(at),
    maxDuration: hasReward ? maxDuration : undefined,
  }))
}

const windowSql: Record<SpendLimitInterval, string> = {
  allTime: 'null::timestamp',
  day: `date_trunc('day', created_at at time zone 'UTC')`,
  week: `(date_trunc('week', created_at at time zone 'UTC' + interval '1 day') - interval '1 day')`,
  month: `date_trunc('month', created_at at time zone 'UTC')`,
}

export interface SpentAmount {
  customerId: string
  start: Date | null
  earnings: number
}

/** What the partner got for events of the type since `since`, by window and, for sales, by customer. */
export async function spentAmounts(
  { em }: Scope,
  { programId, partnerId }: PartnerRef,
  {
    type,
    interval,
    since,
    customerIds,
  }: { type: 'click' | 'lead' | 'sale'; interval: SpendLimitInterval; since: Date | null; customerIds: readonly string[] },
): Promise<SpentAmount[]> {
  const rows: { customerId: string; start: string | null; earnings: number }[] = await em.execute(
    `select ${type === 'sale' ? 'customer_id' : `''`} as "customerId", ${windowSql[interval]} at time zone 'UTC' as start,
       sum(earnings)::float8 as earnings
     from commissions where partner_id = ? and program_id = ? and type = ? and status = any (?::text[])
       and id >= ? ${type === 'sale' ? 'and customer_id = any (?::text[])' : ''}
     group by 1, 2`,
    [
      partnerId,
      programId,
      type,
      arrayLiteral(spendingStatuses),
      since ? minIdAt('cm_', since.getTime()) : '',
      ...(type === 'sale' ? [arrayLiteral(customerIds)] : []),
    ],
  )
  return rows.map(({ customerId, start, earnings }) => ({ customerId, earnings, start: start === null ? null : new Date(start) }))
}

interface RefundableRow {
  id: string
  event_id: string
  status: CommissionStatus
  payout_id: string | null
  is_mutable: boolean
  amount: number
  earnings: number
  event_amount: number
  event_earnings: number
  refunded_amount: number
  created_at: string
}

/** Commissions of the sales, by event. */
export async function refundableCommissions(
  { em }: Scope,
  { programId, partnerId }: PartnerRef,
  saleEventIds: readonly string[],
): Promise<Map<string, RefundableCommission & { createdAt: Date }>> {
  const rows: RefundableRow[] = await em.execute(
    `select c.id, c.event_id, c.status, c.payout_id, coalesce(payouts.status in ('pending', 'canceled'), true) as is_mutable,
       c.amount::float8 as amount, c.earnings::float8 as earnings, c.event_amount::float8 as event_amount,
       c.event_earnings::float8 as event_earnings, c.refunded_amount::float8 as refunded_amount, c.created_at
     from commissions c left join payouts on payouts.id = c.payout_id
     where c.event_id = any (?::text[]) and c.program_id = ? and c.partner_id = ?`,
    [arrayLiteral(saleEventIds), programId, partnerId],
  )
  return new Map(
    rows.map((row) => [
      row.event_id,
      {
        id: row.id,
        status: row.status,
        payoutId: row.payout_id,
        isMutable: row.is_mutable,
        amount: row.amount,
        earnings: row.earnings,
        eventAmount: row.event_amount,
        eventEarnings: row.event_earnings,
        refundedAmount: row.refunded_amount,
        createdAt: new Date(row.created_at),
      },
    ]),
  )
}
