/** Decides how a pending payout is paid, or why it cannot be. */
import type { PayoutMode } from '../../partners/index.js'
import type { ProviderName, TransferProviderName } from '../providers/provider.js'

export interface PayoutTerms {
  payoutMode: PayoutMode
  minPayoutAmount: number
  /** What the workspace has connected. Without a provider, users pay the partners that have chosen no method. */
  connectedProviders: readonly TransferProviderName[]
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
  provider_not_connected:
    'The workspace has not connected the provider of the payout method: connect it with PUT /payouts/providers/{provider}, or set another method.',
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
  return internalPayment(payee, terms, method ?? (terms.connectedProviders.length > 0 ? null : 'manual'))
}

const externalPayment = ({ tenantId }: PayeeDetails): Payment =>
  tenantId === null ? { reason: 'no_tenant_id' } : { provider: 'external', mode: 'external', method: null, destination: null }

function internalPayment(payee: PayeeDetails, { connectedProviders }: PayoutTerms, method: string | null): Payment {
  const transfer = (provider: TransferProviderName, publicMethod: 'connect' | 'paypal', own: string | null): Payment => {
    const destination = payee.chosenMethod === null ? own : payee.chosenDestination
    if (destination === null) return { reason: 'incomplete_payout_method' }
    if (!connectedProviders.includes(provider)) return { reason: 'provider_not_connected' }
    return { provider, mode: 'internal', method: publicMethod, destination }
  }
  switch (method) {
    case null:
      return { reason: 'no_payout_method' }
    case 'manual':
      return { provider: 'manual', mode: 'internal', method: null, destination: null }
    case 'connect':
      return transfer('stripe', 'connect', payee.stripeAccountId)
    case 'paypal':
      return transfer('paypal', 'paypal', payee.paypalEmail)
    default:
      return { reason: 'unsupported_payout_method' }
  }
}
