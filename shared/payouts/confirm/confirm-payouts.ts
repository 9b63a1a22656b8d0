import { planLimits, planTier, unlimited, type WorkspaceScope } from '../../accounts/index.js'
import { lockEarningsOfProgram, refreshPayouts } from '../../earnings/index.js'
import { isTrial, requireProgramId } from '../../partners/index.js'
import { confirmedWebhookMissing, nothingToConfirm, payoutLimitExceeded, payoutsNotFound, tooManyPayouts, totalChanged } from '../errors.js'
import { payoutChanged } from '../events.js'
import { hasPayingWebhook } from '../external/external.queries.js'
import { publishConfirmedPayouts } from '../external/publish-confirmed-payouts.js'
import { createInvoice } from '../invoices/create-invoice.js'
import { usageOfPeriod } from '../invoices/invoice.queries.js'
import { getInvoice } from '../invoices/list-invoices.js'
import { sendTransfersJob } from '../jobs.js'
import { maxConfirmedPayouts, maxSplitPayouts, trialPayoutLimit } from '../limits.js'
import { insertTransfers, type NewTransfer } from '../transfers/transfer.queries.js'
import { type CandidateFilter, findCandidates, findPayoutTerms, unknownPayouts } from './candidate.queries.js'
import { ineligibleReasons } from './choose-payment.js'
import { markConfirmed, splitPayouts } from './confirm.queries.js'
import type { ConfirmedPayouts, ConfirmPayouts } from './confirm.schema.js'
import { cutoffDate } from './cutoff.js'
import { type SelectedPayout, type Selection, selectPayouts } from './select-payouts.js'

const maxSkippedInResponse = 100

/**
 * Starts the payment of pending payouts: all that are eligible, the selected ones, or all but the excluded ones. One transaction creates
 * the invoice, sets the payouts to processing, and orders the transfers, which a job sends. Pays nothing if the user expects another
 * total.
 */
export async function confirmPayouts(scope: WorkspaceScope, input: ConfirmPayouts): Promise<ConfirmedPayouts> {
  const programId = requireProgramId(scope)
  const { selectedPayoutIds, cutoffPeriod, total: expected } = input
  const unknown = selectedPayoutIds ? await unknownPayouts(scope, programId, selectedPayoutIds) : []
  if (unknown.length > 0) throw payoutsNotFound(unknown)
  await lockEarningsOfProgram(scope, programId)
  const cutoff = cutoffPeriod ? cutoffDate(cutoffPeriod, scope.now()) : null
  const { eligible, skipped } = await selectCandidates(scope, programId, { ...input, cutoff })
  if (eligible.length === 0) throw nothingToConfirm(skipped[0] ? ineligibleReasons[skipped[0].reason] : null)
  await requirePayable(scope, eligible)

  const { id: invoiceId, total } = await createInvoice(scope, programId, eligible, cutoffPeriod ?? null)
  if (expected !== undefined && expected !== total) throw totalChanged(total, expected)
  await markConfirmed(scope, eligible, { invoiceId, userId: scope.actor.user.id })
  const split = eligible.filter(({ isSplit }) => isSplit)
  if (cutoff && split.length > 0) await refreshPayouts(scope, await splitPayouts(scope, programId, split, cutoff), scope.now())
  await startPayments(scope, programId, eligible)
  return { ...(await getInvoice(scope, invoiceId)), skippedPayouts: skipped }
}

/** Reads no more payouts than one confirmation may pay, because the earnings of the program are locked. */
async function selectCandidates(scope: WorkspaceScope, programId: string, filter: CandidateFilter): Promise<Selection> {
  const terms = await findPayoutTerms(scope, programId)
  const max = filter.cutoff ? maxSplitPayouts : maxConfirmedPayouts
  const eligible = await findCandidates(scope, programId, filter, terms, { kind: 'eligible', limit: max + 1 })
  if (eligible.length > max) throw tooManyPayouts(max, filter.cutoff !== null)
  const ineligible = await findCandidates(scope, programId, filter, terms, { kind: 'ineligible', limit: maxSkippedInResponse })
  return selectPayouts([...eligible, ...ineligible], terms)
}

/** Checks everything that would stop a payment later. */
async function requirePayable(scope: WorkspaceScope, eligible: readonly SelectedPayout[]): Promise<void> {
  if (paidThrough(eligible, 'external').length > 0 && !(await hasPayingWebhook(scope))) throw confirmedWebhookMissing()
  const amount = eligible.reduce((sum, payout) => sum + payout.amount, 0)
  const limit = payoutLimit(scope)
  if (limit !== unlimited && (await usageOfPeriod(scope, scope.workspace)) + amount > limit)
    throw payoutLimitExceeded(isTrial(scope) ? 'trial' : `plan ${scope.workspace.plan}`, limit)
}

/** Cents in a billing period: those of the plan; during a trial those of the trial, if they are less. */
function payoutLimit(scope: WorkspaceScope): number {
  const limit = planLimits[planTier(scope.workspace.plan)].payouts
  return isTrial(scope) ? Math.min(limit, trialPayoutLimit) : limit
}

const paidThrough = (payouts: readonly SelectedPayout[], name: string) => payouts.filter(({ payment }) => payment.provider === name)

async function startPayments(scope: WorkspaceScope, programId: string, payouts: readonly SelectedPayout[]): Promise<void> {
  const transfers = payouts.flatMap(({ id, amount, currency, payment: { provider, destination } }): NewTransfer[] =>
    (provider === 'stripe' || provider === 'paypal') && destination !== null
      ? [{ payoutId: id, provider, destination, amount, currency }]
      : [],
  )
  await insertTransfers(scope, transfers)
  if (transfers.length > 0) scope.wake(sendTransfersJob)
  await publishConfirmedPayouts(
    scope,
    paidThrough(payouts, 'external').map(({ id }) => id),
  )
  for (const { id, partnerId } of payouts)
    scope.announce(payoutChanged, { programId, partnerId, payoutId: id, from: 'pending', to: 'processing' })
}
