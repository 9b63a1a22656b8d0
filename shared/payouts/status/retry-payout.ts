import type { WorkspaceScope } from '../../accounts/index.js'
import { isPartnerSuspected, refreshFailedPayout, settleRefunds } from '../../earnings/index.js'
import { findPayee, findPayoutTerms } from '../confirm/candidate.queries.js'
import { choosePayment, ineligibleReasons, isEligible, type Payment } from '../confirm/choose-payment.js'
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
import { type LockedPayout, setProvider } from './payout.queries.js'
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
  const announced = payout.provider === 'external' ? await choosePresentPayment(scope, payout) : null
  const { payment, amount } = announced && isExternal(announced.payment) ? announced : await withoutRefunds(scope, payout)
  if (amount <= 0) throw nothingLeftToRetry()
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

const isExternal = (payment: Payment) => isEligible(payment) && payment.mode === 'external'

/** How the payout is paid by the present settings of the partner and the program. */
async function choosePresentPayment(scope: WorkspaceScope, { id, programId }: LockedPayout): Promise<{ payment: Payment; amount: number }> {
  const payee = await findPayee(scope, id)
  if (!payee) throw payoutNotFound()
  // The minimum was met when the payout was confirmed.
  const terms = { ...(await findPayoutTerms(scope, programId)), minPayoutAmount: 0 }
  return { payment: choosePayment(payee, terms), amount: payee.amount }
}

async function withoutRefunds(scope: WorkspaceScope, payout: LockedPayout): ReturnType<typeof choosePresentPayment> {
  await settleRefunds(scope, [payout.id])
  await refreshFailedPayout(scope, payout.id)
  return choosePresentPayment(scope, payout)
}
