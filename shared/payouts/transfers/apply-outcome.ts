import { lockEarnings, nextPayoutStatus } from '../../earnings/index.js'
import type { Scope } from '../../kernel/scope.js'
import { transferApiOf } from '../providers/index.js'
import type { TransferOutcome } from '../providers/provider.js'
import { changePayout } from '../status/change-payout.js'
import { lockPayout } from '../status/payout.queries.js'
import { planTransferChange } from './plan-transfer-change.js'
import { findTransfer, lockTransfer, type Transfer, updateTransfer } from './transfer.queries.js'

/**
 * Stores the outcome of a transfer, and changes the payout and its commissions accordingly. May be repeated. `claimed` is the transfer
 * before the request that returned the outcome.
 */
export async function applyOutcome(
  scope: Scope,
  transferId: string,
  outcome: TransferOutcome,
  claimed?: Pick<Transfer, 'requestedAt' | 'tries'>,
): Promise<void> {
  const owner = await findTransfer(scope, transferId)
  if (!owner) return
  await lockEarnings(scope, [owner])
  const found = await lockTransfer(scope, transferId)
  if (!found) return
  const { provider } = found
  // Another process that claimed the transfer meanwhile may have sent the order.
  const wasRequested = !claimed || claimed.requestedAt !== null || claimed.tries !== found.tries
  const plan = planTransferChange(found, outcome, { now: scope.now(), wasRequested, canPoll: transferApiOf(provider).check !== null })
  if (!plan) return
  await updateTransfer(scope, transferId, plan.transfer)
  if (!plan.payout) return
  const payout = await lockPayout(scope, found.programId, found.payoutId)
  if (!payout || nextPayoutStatus(payout.status, plan.payout.operation) === null) return
  const { operation, reason } = plan.payout
  await changePayout(scope, payout, operation, { failureReason: reason, traceId: plan.transfer.reference })
}
