/** Amount and earnings of a sale commission after refunds. */

export interface EarnedAmounts {
  /** Cents of the sale. */
  amount: number
  earnings: number
}

/**
 * What remains of a commission when `refunded` cents of the sale are refunded. Earnings follow the remaining part of the sale, rounded half
 * up. Always computed from the whole sale, so that the order and number of refunds do not matter. Null if nothing of the sale remains.
 */
export function remainingEarnings({ amount, earnings }: EarnedAmounts, refunded: number): EarnedAmounts | null {
  const remaining = amount - Math.max(refunded, 0)
  if (remaining <= 0) return null
  return { amount: remaining, earnings: Number((BigInt(earnings) * BigInt(remaining) * 2n + BigInt(amount)) / (2n * BigInt(amount))) }
}
