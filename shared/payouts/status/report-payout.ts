/** Results of payments that a user or an external system makes. */
import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { payoutUnderWay } from '../errors.js'
import { maxReasonLength, maxReferenceLength } from '../limits.js'
import { getPayout } from '../list/list-payouts.js'
import type { PayoutResponse } from '../list/payout.schema.js'
import { providers, transferApiOf } from '../providers/index.js'
import { liveTransferOf, type Transfer, updateTransfer } from '../transfers/transfer.queries.js'
import { changePayout, requireTransition } from './change-payout.js'
import { requireLockedPayout } from './require-payout.js'

export const reportPaidBodySchema = z.object({
  reference: z
    .string()
    .trim()
    .min(1)
    .max(maxReferenceLength)
    .meta({ description: 'Your reference of the payment, for example of the bank.' }),
})
export const reportFailedBodySchema = z.object({
  reason: z.string().trim().min(1).max(maxReasonLength).meta({ description: 'Why the payment failed.' }),
})

/** The partner has the money. Repeating the report with the same reference has no effect. */
export async function reportPaid(
  scope: WorkspaceScope,
  id: string,
  { reference }: z.infer<typeof reportPaidBodySchema>,
): Promise<PayoutResponse> {
  const payout = await requireLockedPayout(scope, id)
  if (payout.status === 'completed' && payout.traceId === reference) return getPayout(scope, id)
  requireTransition(payout, 'complete')
  const transfer = await liveTransferOf(scope, id)
  // The money of an accepted transfer has left: the report only says that it arrived.
  if (transfer && transfer.state !== 'accepted') requireAbandoned(scope, transfer)
  if (transfer) await endTransfer(scope, transfer, 'succeeded', null)
  await changePayout(scope, payout, 'complete', { traceId: reference })
  return getPayout(scope, id)
}

/** No money left, or it came back: the payout can be paid again or withdrawn. */
export async function reportFailed(
  scope: WorkspaceScope,
  id: string,
  { reason }: z.infer<typeof reportFailedBodySchema>,
): Promise<PayoutResponse> {
  const payout = await requireLockedPayout(scope, id)
  requireTransition(payout, 'fail')
  const transfer = await liveTransferOf(scope, id)
  if (transfer) {
    requireAbandoned(scope, transfer)
    await endTransfer(scope, transfer, 'failed', reason)
  }
  await changePayout(scope, payout, 'fail', { failureReason: reason })
  return getPayout(scope, id)
}

/** A user may decide about a transfer only if its order is no longer repeated. */
function requireAbandoned(scope: WorkspaceScope, { provider, requestedAt, state }: Transfer): void {
  const age = requestedAt === null ? 0 : scope.now().getTime() - requestedAt.getTime()
  if (state !== 'open' || age <= transferApiOf(provider).keyLifetimeMs) throw payoutUnderWay(providers[provider].title)
}

const endTransfer = (
  scope: WorkspaceScope,
  { id, reference, requestedAt }: Transfer,
  state: 'succeeded' | 'failed',
  error: string | null,
) => updateTransfer(scope, id, { state, reference, requestedAt, error, nextAt: null })
