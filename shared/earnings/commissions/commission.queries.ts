/** SQL that writes commissions. The earnings of the partner must be locked. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'
import type { RefundableCommission } from './apply-refund.js'
import type { CommissionStatus, CommissionType } from './commission-states.js'
import type { AppliedReward } from './compute-commissions.js'
import type { PartnerRef } from './pending-earnings.queries.js'

/**
 * Commissions and payouts of a partner in a program are changed under this lock, one transaction at a time. Sorted, so that transactions
 * with several partners do not block each other. Locks of partners share that of their program.
 */
export async function lockEarnings({ em }: Scope, partners: readonly PartnerRef[]): Promise<void> {
  const programKeys = [...new Set(partners.map(programLockKey))].toSorted()
  const keys = [...new Set(partners.map(lockKey))].toSorted()
  await em.execute('select pg_advisory_xact_lock_shared(hashtextextended(key, 0)) from unnest(?::text[]) as key', [
    arrayLiteral(programKeys),
  ])
  await em.execute('select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(?::text[]) as key', [arrayLiteral(keys)])
}

/** Locks the earnings of all partners of the program at once. */
export async function lockEarningsOfProgram({ em }: Scope, programId: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [programLockKey({ programId })])
}

/** Like `lockEarnings`, but returns false instead of waiting. */
export async function tryLockEarnings({ em }: Scope, partner: PartnerRef): Promise<boolean> {
  const rows: { locked: boolean }[] = await em.execute(
    `select pg_try_advisory_xact_lock_shared(hashtextextended(?, 0)) and pg_try_advisory_xact_lock(hashtextextended(?, 0)) as locked`,
    [programLockKey(partner), lockKey(partner)],
  )
  return rows[0]?.locked === true
}

const programLockKey = ({ programId }: Pick<PartnerRef, 'programId'>) => `earnings ${programId}`
const lockKey = ({ programId, partnerId }: PartnerRef) => `earnings ${programId} ${partnerId}`

export interface CommissionRow {
  id: string
  program_id: string
  partner_id: string
  type: CommissionType
  status: CommissionStatus
  amount: number
  earnings: number
  quantity: number
  currency: string
  event_amount: number
  event_earnings: number
  refunded_amount: number
  reward_id: string | null
  link_id: string | null
  customer_id: string | null
  user_id: string | null
  event_id: string | null
  invoice_id: string | null
  description: string | null
  metadata: Record<string, unknown> | null
  applied_reward: AppliedReward | null
  source_commission_id?: string | null
  source_partner_id?: string | null
  created_at: Date
  /** When it was recorded, after what it is for; null for an imported one, which emails do not report. */
  recorded_at: Date | null
  updated_at: Date
}

/** Inserts commissions except those whose event or invoice has one already. Returns the ids of the inserted ones. */
export async function insertCommissions({ em }: Scope, rows: readonly CommissionRow[]): Promise<string[]> {
  if (rows.length === 0) return []
  const inserted = await executeBound<{ id: string }>(
    em,
    `insert into commissions select new.* from jsonb_populate_recordset(null::commissions, ?::jsonb) as new
     on conflict do nothing returning id`,
    [JSON.stringify(rows)],
  )
  return inserted.map(({ id }) => id)
}

/** Stores status, payout and amounts of commissions. */
export async function updateCommissions({ em }: Scope, commissions: readonly RefundableCommission[], now: Date): Promise<void> {
  if (commissions.length === 0) return
  await executeBound(
    em,
    `update commissions set status = changed.status, payout_id = changed."payoutId", amount = changed.amount, earnings = changed.earnings,
       event_amount = changed."eventAmount", event_earnings = changed."eventEarnings", refunded_amount = changed."refundedAmount",
       applied_reward = case when changed."isSetByUser" is not true then applied_reward end,
       banned_at = case when changed.status = 'canceled' then banned_at end, updated_at = ?::timestamptz
     from jsonb_to_recordset(?::jsonb) as changed(id text, status text, "payoutId" text, amount bigint, earnings bigint,
       "eventAmount" bigint, "eventEarnings" bigint, "refundedAmount" bigint, "isSetByUser" boolean)
     where commissions.id = changed.id`,
    [now, JSON.stringify(commissions)],
  )
}
