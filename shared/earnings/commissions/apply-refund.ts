import { type CommissionStatus, nextCommissionStatus } from './commission-states.js'
import { remainingEarnings } from './refunded-earnings.js'

export interface RefundableCommission {
  id: string
  status: CommissionStatus
  payoutId: string | null
  /** False in a payout that is being paid, and after it. */
  isMutable: boolean
  amount: number
  earnings: number
  eventAmount: number
  eventEarnings: number
  refundedAmount: number
  /** The amounts are no longer those of the event. */
  isSetByUser?: boolean
}

/**
 * Changes a commission by a refund of its sale, or by the reversal of one (negative). A part reduces amount and earnings; a full refund, at
 * once or in parts, sets the status and leaves those of the sale. A commission that is being paid or paid keeps both, and only the refunded
 * amount is stored.
 */
export function applyRefund(commission: RefundableCommission, refunded: number): void {
  const wasFull = commission.refundedAmount >= commission.eventAmount
  commission.refundedAmount = Math.max(0, commission.refundedAmount + refunded)
  settleRefund(commission, wasFull)
}

/** Applies the refunded amount, which was only stored while the commission was being paid. */
export function settleRefund(commission: RefundableCommission, wasFull = false): void {
  if (!commission.isMutable || commission.status === 'paid') return
  const whole = { amount: commission.eventAmount, earnings: commission.eventEarnings }
  const remaining = remainingEarnings(whole, commission.refundedAmount)
  const operation = remaining === null ? 'refund' : wasFull ? 'reinstate' : null
  Object.assign(commission, remaining ?? whole)
  const next = operation && nextCommissionStatus(commission.status, operation)
  if (!next) return
  commission.status = next
  commission.payoutId = null
}
