import type { WorkspaceScope } from '../../accounts/index.js'
import { cancelOfBanned, holdOfSuspected, settleRefunds } from '../../earnings/index.js'
import { requireProgramId } from '../../partners/index.js'
import { findPayee } from '../confirm/candidate.queries.js'
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

/**
 * Takes a payout back whose money has certainly not left: it is pending again, or canceled if the partner was banned meanwhile, and its
 * invoice shrinks. Its commissions are held if the partner is suspected of fraud.
 */
export async function withdrawPayout(scope: WorkspaceScope, id: string): Promise<PayoutResponse> {
  const payout = await requireLockedPayout(scope, id)
  requireTransition(payout, 'withdraw')
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
  if ((await findPayee(scope, id))?.isBanned) await cancelOfBanned(scope, payout)
  else await holdOfSuspected(scope, payout)
  // Nothing is left of a payout whose sales were all refunded or held meanwhile.
  const withdrawn = (await findPayout(scope, requireProgramId(scope), id)) ?? { ...before, status: 'canceled', amount: 0, invoiceId: null }
  announcePayout(scope, payout, withdrawn.status)
  return withdrawn
}
