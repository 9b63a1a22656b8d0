import type { WorkspaceScope } from '../../accounts/index.js'
import { isPartnerSuspected, refreshFailedPayout, settleRefunds } from '../../earnings/index.js'
import { findPayee, findPayoutTerms } from '../confirm/candidate.queries.js'
import { choosePayment, ineligibleReasons, isEligible } from '../confirm/choose-payment.js'
import { confirmedWebhookMissing, nothingLeftToRetry, payeeSuspected, payoutNotFound, retryNotPossible } from '../errors.js'
import { externalAttemptCanceled } from '../events.js'
import { hasPayingWebhook } from '../external/external.queries.js'
import { publishConfirmedPayouts } from '../external/publish-confirmed-payouts.js'
import { recomputeInvoice } from '../invoices/invoice.queries.js'
import { sendTransfersJob } from '../jobs.js'
import { getPayout } from '../list/list-payouts.js'
import type { PayoutResponse } from '../list/payout.schema.js'
import { insertTransfers } from '../transfers/transfer.queries.js'
import { changePayout, requireTransition } from './change-payout.js'
import { setProvider } from './payout.queries.js'
import { requireLockedPayout } from './require-payout.js'

/**
 * Pays a failed payout again, by the present settings of the partner and without sales that were refunded meanwhile. The failed transfer is
 * final, so this one has a key of its own. Refused while the partner itself is suspected of fraud.
 */
export async function retryPayout(scope: WorkspaceScope, id: string): Promise<PayoutResponse> {
  const payout = await requireLockedPayout(scope, id)
  requireTransition(payout, 'retry')
  if (await isPartnerSuspected(scope, payout)) throw payeeSuspected()
  // An external system may have paid the announced amount: it gets the same one again.
  if (payout.provider !== 'external') await deductRefunds(scope, id)
  const payee = await findPayee(scope, id)
  if (!payee) throw payoutNotFound()
  const { amount } = payee
  if (amount <= 0) throw nothingLeftToRetry()
  const terms = await findPayoutTerms(scope, payout.programId)
  // The minimum was met when the payout was confirmed.
  const payment = choosePayment(payee, { ...terms, minPayoutAmount: 0 })
  if (!isEligible(payment)) throw retryNotPossible(ineligibleReasons[payment.reason])
  const { provider, destination } = payment
  await setProvider(scope, id, payment)
  if (payout.externalEventId) scope.announce(externalAttemptCanceled, { eventId: payout.externalEventId })
  if (payout.invoiceId) await recomputeInvoice(scope, payout.invoiceId)
  await changePayout(scope, { ...payout, traceId: null }, 'retry')
  if (provider === 'external') {
    if (!(await hasPayingWebhook(scope))) throw confirmedWebhookMissing()
    await publishConfirmedPayouts(scope, [id])
  } else if (provider !== 'manual' && destination !== null) {
    await insertTransfers(scope, [{ payoutId: id, provider, destination, amount, currency: payout.currency }])
    scope.wake(sendTransfersJob)
  }
  return getPayout(scope, id)
}

async function deductRefunds(scope: WorkspaceScope, payoutId: string): Promise<void> {
  await settleRefunds(scope, [payoutId])
  await refreshFailedPayout(scope, payoutId)
}
