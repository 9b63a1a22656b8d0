/** SQL that changes payouts. The earnings of the partner must be locked. */
import type { PayoutStatus } from '../../earnings/index.js'
import { executeBound } from '../../kernel/db/execute-bound.js'
import type { Scope } from '../../kernel/scope.js'
import type { ProviderName } from '../providers/provider.js'

export interface LockedPayout {
  id: string
  programId: string
  partnerId: string
  invoiceId: string | null
  userId: string | null
  status: PayoutStatus
  amount: number
  currency: string
  mode: 'internal' | 'external' | null
  provider: ProviderName | 'external' | null
  method: string | null
  traceId: string | null
  /** The webhook event that announced the current attempt of an external payout. */
  externalEventId: string | null
  paidAt: Date | null
}

const columns = `id, program_id as "programId", partner_id as "partnerId", invoice_id as "invoiceId", user_id as "userId", status,
  amount::float8 as amount, currency, mode, provider, method, trace_id as "traceId",
  external_event_id as "externalEventId", paid_at as "paidAt"`

export async function lockPayout({ em }: Scope, programId: string, id: string): Promise<LockedPayout | null> {
  const [row] = await executeBound<LockedPayout>(em, `select ${columns} from payouts where id = ? and program_id = ? for update`, [
    id,
    programId,
  ])
  return row ?? null
}

/** The partner of the payout, whose earnings must be locked before the payout. */
export async function partnerOfPayout({ em }: Scope, programId: string, id: string): Promise<string | null> {
  const rows: { partnerId: string }[] = await em.execute('select partner_id as "partnerId" from payouts where id = ? and program_id = ?', [
    id,
    programId,
  ])
  return rows[0]?.partnerId ?? null
}

export interface PayoutChange {
  status: PayoutStatus
  failureReason: string | null
  traceId: string | null
  paidAt: Date | null
}

export async function updatePayout({ em, now }: Scope, id: string, change: PayoutChange): Promise<void> {
  const { status, failureReason, traceId, paidAt } = change
  await em.execute('update payouts set status = ?, failure_reason = ?, trace_id = ?, paid_at = ?, updated_at = ? where id = ?', [
    status,
    failureReason,
    traceId,
    paidAt,
    now(),
    id,
  ])
}

export async function setProvider(
  { em }: Scope,
  id: string,
  { mode, provider, method }: Pick<LockedPayout, 'mode' | 'provider' | 'method'>,
): Promise<void> {
  await em.execute('update payouts set mode = ?, provider = ?, method = ?, external_event_id = null where id = ?', [
    mode,
    provider,
    method,
    id,
  ])
}

/** Changes the status of the commissions of the payout. */
export async function setCommissionStatus(
  { em, now }: Scope,
  payoutId: string,
  from: 'processed' | 'paid',
  to: 'processed' | 'paid',
): Promise<void> {
  await em.execute('update commissions set status = ?, updated_at = ? where payout_id = ? and status = ?', [to, now(), payoutId, from])
}

/**
 * Makes the payout pending again, without the traces of its confirmation. A pending payout that the partner got since is merged into it.
 * Commissions that join a payout which came back earn referral commissions once it is sent again.
 */
export async function makePending({ em, now }: Scope, { id, programId, partnerId }: LockedPayout): Promise<void> {
  const newer = `select id from payouts where program_id = ? and partner_id = ? and status = 'pending'`
  await em.execute(`update commissions set payout_id = ? where payout_id in (${newer})`, [id, programId, partnerId])
  await em.execute(`delete from payouts where id in (${newer})`, [programId, partnerId])
  await em.execute(
    `update payouts set status = 'pending', invoice_id = null, user_id = null, initiated_at = null, paid_at = null, mode = null,
       provider = null, method = null, failure_reason = null, trace_id = null, external_event_id = null, referrals_at = null,
       updated_at = ? where id = ?`,
    [now(), id],
  )
}
