/** The fee for payouts. Rates are hundredths of a percent, amounts are cents. */
import { percentOf } from '../../earnings/index.js'

export const paymentMethods = ['card', 'link', 'debit', 'manual'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Surcharge for payment by card or by a stored card link. */
export const cardRate = 300
const fastSettlementFee = 2500

export interface PayoutFeeInput {
  amount: number
  /** Fee rate of the workspace. */
  feeRate: number
  method: PaymentMethod
  isFast?: boolean
  /** Amount that is free of the workspace's fee; 0 for none. */
  waiverLimit?: number
  waiverUsed?: number
}

export interface PayoutFee {
  fee: number
  /** Part of the amount that used up the waiver. */
  waived: number
}

/** The card surcharge applies to the whole amount, the fee of the workspace only to what exceeds the waiver. */
export function computePayoutFee({ amount, feeRate, method, isFast = false, waiverLimit = 0, waiverUsed = 0 }: PayoutFeeInput): PayoutFee {
  const waived = Math.min(amount, Math.max(0, waiverLimit - waiverUsed))
  const surcharge = method === 'card' ? cardRate : 0
  const totalRate = feeRate + (method === 'card' || method === 'link' ? cardRate : 0)
  const fee = percentOf(amount, surcharge) + percentOf(amount - waived, totalRate - surcharge) + (isFast ? fastSettlementFee : 0)
  return { fee, waived }
}
