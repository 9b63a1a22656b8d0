import type { WorkspaceScope } from '../../accounts/index.js'
import { settleRefunds } from '../../earnings/index.js'
import { requireProgramId } from '../../partners/index.js'
import { payoutUnderWay } from '../errors.js'
import { externalAttemptCanceled } from '../events.js'
import { recomputeInvoice } from '../invoices/invoice.queries.js'
import { getPayout } from '../list/list-payouts.js'
import { findPayout } from '../list/payout-list.queries.js'
import type { PayoutResponse } from '../list/payout.schema.js'
import { providers } from '../providers/index.js'
import { liveTransferOf, updateTransfer } from '../transfers/transfer.queries.js'
import { announcePayout, requireTransition } from './change-payout.js'
import { makePending } from './payout.queries.js'
import { requireLockedPayout } from './require-payout.js'

/** Takes a payout back whose money has certainly not left: it is pending again, and its invoice shrinks. */
export async function withdrawPayout(scope: WorkspaceScope, id: string): Promise<PayoutResponse> {
  const payout = await requireLockedPayout(scope, id)
  const status = requireTransition(payout, 'withdraw')
  const transfer = await liveTransferOf(scope, id)
  if (transfer) {
    if (transfer.state !== 'open' || transfer.requestedAt !== null) throw payoutUnderWay(providers[transfer.provider].title)
    const { reference, requestedAt } = transfer
    await updateTransfer(scope, transfer.id, { state: 'canceled', reference, requestedAt, error: null, nextAt: null })
  }
  const before = await getPayout(scope, id)
  await makePending(scope, payout)
  if (payout.externalEventId) scope.announce(externalAttemptCanceled, { eventId: payout.externalEventId })
  await settleRefunds(scope, [id])
  if (payout.invoiceId) await recomputeInvoice(scope, payout.invoiceId)
  announcePayout(scope, payout, status)
  const pending = await findPayout(scope, requireProgramId(scope), id)
  // Nothing is left of a payout whose sales were all refunded meanwhile.
  return pending ?? { ...before, status: 'canceled', amount: 0, invoiceId: null }
}
