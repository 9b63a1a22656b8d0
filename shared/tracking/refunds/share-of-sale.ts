/** How much of a sale a refund gives back, in the currency of the sale and in the one in which it is counted. */

/** Smallest units: as it was paid, and as it is counted. */
export interface Sums {
  original: number
  counted: number
}

export interface Asked {
  amount: number | undefined
  /** Whether the amount is in the currency in which the sale is counted, where that is another one. */
  isCounted: boolean
}

/**
 * The part that is asked for, or null when that is more than is left. Parts are rounded from the beginning of the sale, so that however it
 * is cut, all parts together are the sale.
 */
export function shareOfSale(sale: Sums, refunded: Sums, { amount, isCounted }: Asked): Sums | null {
  const left = { original: sale.original - refunded.original, counted: sale.counted - refunded.counted }
  if (amount === undefined) return left
  const [asked, own, other] = isCounted ? (['counted', 'counted', 'original'] as const) : (['original', 'original', 'counted'] as const)
  if (amount > left[asked]) return null
  if (amount === left[own]) return left
  const total = Math.round((sale[other] * (refunded[own] + amount)) / sale[own])
  const part = Math.min(Math.max(total - refunded[other], 0), left[other])
  return isCounted ? { counted: amount, original: part } : { original: amount, counted: part }
}

/** The part of what was given back that comes again, when so much of the original does; never more than all of it. */
export function shareComingAgain(sale: Sums, refunded: Sums, amount: number): Sums {
  if (amount >= refunded.original) return refunded
  const staysBack = Math.round((sale.counted * (refunded.original - amount)) / sale.original)
  return { original: amount, counted: Math.max(refunded.counted - staysBack, 0) }
}
