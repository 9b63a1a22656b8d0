/** SQL of referral commissions. */
import type { Scope } from '../../kernel/scope.js'
import { isEarned } from '../../partners/index.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import type { ReferralReward, SourceCommission } from './referral-earnings.js'

export interface PaidPayout extends PartnerRef {
  id: string
}

/** Payouts that left and whose referral commissions are not created yet, oldest first. */
export async function payoutsWithoutReferrals({ em }: Scope, limit: number): Promise<PaidPayout[]> {
  return em.execute(
    `select id, program_id as "programId", partner_id as "partnerId" from payouts
     where status in ('sent', 'completed') and referrals_at is null order by id limit ?`,
    [limit],
  )
}

/** Returns whether this call is the first one for the payout. */
export async function claimReferrals({ em, now }: Scope, payoutId: string): Promise<boolean> {
  const rows = await em.execute('update payouts set referrals_at = ? where id = ? and referrals_at is null returning id', [now(), payoutId])
  return rows.length > 0
}

export interface Referrer {
  workspaceId: string
  partnerId: string
  reward: ReferralReward
}

/** Who referred the partner to the program, if that partner is active in the program and has a referral reward. */
export async function findReferrer({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<Referrer | null> {
  const rows: Referrer[] = await em.execute(
    `select programs.workspace_id as "workspaceId", e.partner_id as "partnerId", json_build_object('id', r.id, 'config', r.config,
       'amountInCents', r.amount_in_cents, 'amountInPercentage', r.amount_in_percentage, 'maxDuration', r.max_duration) as reward
     from enrolments referred join enrolments e on e.partner_id = referred.referred_by_partner_id and e.program_id = referred.program_id
     join programs on programs.id = e.program_id
     join rewards r on r.id = e.referral_reward_id and r.deleted_at is null
     where referred.program_id = ? and referred.partner_id = ? and e.id <> referred.id and e.status in ('approved', 'archived', 'invited')`,
    [programId, partnerId],
  )
  return rows[0] ?? null
}

export interface SourceRow extends SourceCommission {
  customerId: string | null
  currency: string
}

/** Sale commissions of the payout that count as earned. Those of a payout that came back may have referral commissions already. */
export async function salesOfPayout({ em }: Scope, payoutId: string): Promise<SourceRow[]> {
  const rows: (Omit<SourceRow, 'at'> & { at: string })[] = await em.execute(
    `select id, amount::float8 as amount, earnings::float8 as earnings, created_at as at, customer_id as "customerId", currency
     from commissions c where payout_id = ? and type = 'sale' and ${isEarned('c')} and not exists (
       select from commissions r where r.program_id = c.program_id
         and r.invoice_id in ('referral:saleRecorded:' || c.id, 'referral:commissionEarned:' || c.id))
     order by id`,
    [payoutId],
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at) }))
}

/** When the partner had its first commission in the program, which commission of a sale was the first, and what its sales earned so far. */
export async function historyOf({ em }: Scope, { programId, partnerId }: PartnerRef): Promise<{ id: string; at: Date; earned: number }> {
  const rows: { id: string | null; at: string | null; earned: number }[] = await em.execute(
    `select (array_agg(id order by created_at, id) filter (where type = 'sale'))[1] as id, min(created_at) as at,
       coalesce(sum(earnings) filter (where type = 'sale' and ${isEarned()}), 0)::float8 as earned
     from commissions where program_id = ? and partner_id = ?`,
    [programId, partnerId],
  )
  return { id: rows[0]?.id ?? '', at: new Date(rows[0]?.at ?? 0), earned: rows[0]?.earned ?? 0 }
}
