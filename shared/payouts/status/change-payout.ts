import { isPaidOut, nextPayoutStatus, type PayoutOperation, type PayoutStatus } from '../../earnings/index.js'
import type { Scope } from '../../kernel/scope.js'
import { payoutStatusRefused } from '../errors.js'
import { payoutChanged } from '../events.js'
import { type LockedPayout, setCommissionStatus, updatePayout } from './payout.queries.js'

/** How an error message calls the operation. */
const participles: Record<PayoutOperation, string> = {
  confirm: 'confirmed',
  withdraw: 'withdrawn',
  reserve: 'reserved',
  send: 'sent',
  complete: 'reported as paid',
  recover: 'completed',
  fail: 'reported as failed',
  return: 'returned',
  retry: 'paid again',
  cancel: 'canceled',
  restore: 'restored',
}

/** The status after the operation; throws if it is not allowed. */
export function requireTransition({ status }: Pick<LockedPayout, 'status'>, operation: PayoutOperation): PayoutStatus {
  const next = nextPayoutStatus(status, operation)
  if (!next) throw payoutStatusRefused(participles[operation], status)
  return next
}

/** Changes the status of a payout, and marks its commissions as paid or no longer paid. The earnings of the partner must be locked. */
export async function changePayout(
  scope: Scope,
  payout: LockedPayout,
  operation: PayoutOperation,
  { failureReason = null, traceId = null }: { failureReason?: string | null; traceId?: string | null } = {},
): Promise<void> {
  const status = requireTransition(payout, operation)
  const isPaid = isPaidOut(status)
  const paidAt = isPaid ? (payout.paidAt ?? scope.now()) : null
  await updatePayout(scope, payout.id, { status, failureReason, traceId: traceId ?? payout.traceId, paidAt })
  if (isPaid !== isPaidOut(payout.status)) {
    if (isPaid) await setCommissionStatus(scope, payout.id, 'processed', 'paid')
    else await setCommissionStatus(scope, payout.id, 'paid', 'processed')
  }
  announcePayout(scope, payout, status)
}

export function announcePayout(scope: Scope, { id, programId, partnerId, status: from }: LockedPayout, to: PayoutStatus): void {
  scope.announce(payoutChanged, { programId, partnerId, payoutId: id, from, to })
}
