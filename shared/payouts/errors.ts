/** Errors of the payouts domain. */
import type { PayoutStatus } from '../earnings/index.js'
import { badRequest, conflict, notFound, ServiceError, unauthorized } from '../kernel/errors.js'
import { formatDollars } from '../kernel/format-dollars.js'

const list = (ids: readonly string[]) => (ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', '))

export const payoutNotFound = () => notFound('Payout not found.')
export const invoiceNotFound = () => notFound('Invoice not found.')
export const partnerNotInProgram = (partnerId: string) => notFound(`Partner ${partnerId} is not enrolled in this program.`)
export const payoutsNotFound = (ids: readonly string[]) => notFound(`selectedPayoutIds contains unknown payouts: ${list(ids)}.`)
export const nothingToConfirm = (reason: string | null) =>
  badRequest(
    reason === null
      ? 'The program has no pending payouts to confirm. POST /payouts/aggregate collects commissions that are due.'
      : `No payout can be confirmed. ${reason}`,
  )
export const tooManyPayouts = (max: number, hasCutoff: boolean) =>
  badRequest(
    `More than ${max} payouts can be confirmed, the maximum of one confirmation${hasCutoff ? ' with a cutoffPeriod' : ''}. ` +
      'Confirm them in several requests with selectedPayoutIds.',
  )
export const payoutLimitExceeded = (offer: string, limit: number) =>
  new ServiceError(
    'exceeded_limit',
    `The ${offer} includes payouts of $${limit / 100} per billing period, and this confirmation exceeds it. ` +
      'Upgrade to a higher plan, or confirm fewer payouts.',
  )
export const totalChanged = (total: number, expected: number) =>
  conflict(`Nothing was paid: with the fee, ${formatDollars(total)} are due now, not ${formatDollars(expected)}.`)
export const confirmedWebhookMissing = () =>
  badRequest(
    'External payouts are announced by the webhook event payout.confirmed, and no enabled webhook of a system that pays subscribes to it. ' +
      'Create one with POST /webhooks first; webhooks of integrations, Slack and Segment only notify.',
  )

export const payoutStatusRefused = (operation: string, status: PayoutStatus) =>
  badRequest(`A payout with the status ${status} cannot be ${operation}.`)
export const payoutUnderWay = (title: string) =>
  badRequest(`${title} has the order to pay this payout, and may have carried it out. Its result follows without your action.`)
export const retryNotPossible = (reason: string) => badRequest(`The payout cannot be paid again. ${reason}`)

export const nothingLeftToRetry = () =>
  retryNotPossible('Nothing is left of it, because sales were refunded. Take it back with POST /payouts/{id}/cancel.')

export const payeeSuspected = () =>
  retryNotPossible('The partner is suspected of fraud. Decide that first, or take the payout back with POST /payouts/{id}/cancel.')

export const accountNotFound = () => notFound('No workspace has connected this account.')
export const providerUnknown = (provider: string) => notFound(`${provider} is not connected.`)
export const webhookSignatureInvalid = () => unauthorized('The signature of the webhook is missing or invalid.')
export const webhookBodyInvalid = () => badRequest('The body must be a JSON object.')
export const transfersUnderWay = (title: string, count: number) =>
  conflict(`${count} payouts are being paid through ${title}. Disconnect it when they are finished.`)
export const outcomesUnknown = (title: string, count: number) =>
  conflict(
    `The outcome of ${count} payouts through ${title} is not known yet, and another account could pay them again. Send credentials of the ` +
      'same account that are allowed to read it, or replace the credentials when these payouts are finished.',
  )
export const payoutSettingsNotFound = () => notFound('The partner has no payout settings in this program.')
