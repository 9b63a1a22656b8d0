/** Decides how a pending payout is paid, or why it cannot be. */
import type { PayoutMode } from '../../partners/index.js'
import type { ProviderName } from '../providers/provider.js'

export interface PayoutTerms {
  payoutMode: PayoutMode
  minPayoutAmount: number
  /** Whether the workspace has connected a provider that transfers money. Without one, users pay all partners. */
  hasTransferProvider: boolean
}

export interface PayeeDetails {
  /** Cents that the confirmation would pay. */
  amount: number
  tenantId: string | null
  isBanned: boolean
  /** The method that the workspace chose for the partner; null if it leaves that to the partner. */
  chosenMethod: string | null
  chosenDestination: string | null
  /** The method of the partner; null while payouts are not enabled. */
  partnerMethod: string | null
  stripeAccountId: string | null
  paypalEmail: string | null
}

export const ineligibleReasons = {
  partner_banned: 'The partner is banned.',
  below_minimum: 'The amount is below the minimum of the program.',
  no_payout_method: 'The partner has not set up a payout method.',
  unsupported_payout_method: 'The payout method of the partner is not supported.',
  incomplete_payout_method: 'The payout method of the partner has no account.',
  no_tenant_id: 'The partner has no tenantId, by which an external system would know it.',
} as const
export type IneligibleReason = keyof typeof ineligibleReasons

export type Payment =
  | { provider: ProviderName | 'external'; mode: 'internal' | 'external'; method: 'connect' | 'paypal' | null; destination: string | null }
  | { reason: IneligibleReason }

export const isEligible = (payment: Payment): payment is Exclude<Payment, { reason: IneligibleReason }> => !('reason' in payment)

export function choosePayment(payee: PayeeDetails, terms: PayoutTerms): Payment {
  if (payee.isBanned) return { reason: 'partner_banned' }
  // Nothing is paid for a balance of 0 or less, whatever the minimum is.
  if (payee.amount < Math.max(terms.minPayoutAmount, 1)) return { reason: 'below_minimum' }
  const method = payee.chosenMethod ?? payee.partnerMethod
  if (terms.payoutMode === 'external' || (terms.payoutMode === 'hybrid' && method === null)) return externalPayment(payee)
  return internalPayment(payee, method ?? (terms.hasTransferProvider ? null : 'manual'))
}

const externalPayment = ({ tenantId }: PayeeDetails): Payment =>
  tenantId === null ? { reason: 'no_tenant_id' } : { provider: 'external', mode: 'external', method: null, destination: null }

function internalPayment(payee: PayeeDetails, method: string | null): Payment {
  const internal = (provider: ProviderName, publicMethod: 'connect' | 'paypal' | null, own: string | null): Payment => {
    const destination = payee.chosenMethod === null ? own : payee.chosenDestination
    if (publicMethod !== null && destination === null) return { reason: 'incomplete_payout_method' }
    return { provider, mode: 'internal', method: publicMethod, destination: publicMethod === null ? null : destination }
  }
  switch (method) {
    case null:
      return { reason: 'no_payout_method' }
    case 'manual':
      return internal('manual', null, null)
    case 'connect':
      return internal('stripe', 'connect', payee.stripeAccountId)
    case 'paypal':
      return internal('paypal', 'paypal', payee.paypalEmail)
    default:
      return { reason: 'unsupported_payout_method' }
  }
}
