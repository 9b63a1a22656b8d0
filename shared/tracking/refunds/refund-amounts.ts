/** Amounts of refunds and reinstatements, in the currency of the sale and converted. */

/** Amounts in smallest units: as paid, and converted to the currency in which sales are counted. */
export interface AmountPair {
  original: number
  converted: number
}

export interface RequestedRefund {
  amount: number | undefined
  /** The amount is in the converted currency, where that differs. */
  isConverted: boolean
}

/**
 * The amount of a refund, or null if it exceeds what is left. Rounding starts from the whole sale, so that all refunds together equal the
 * sale.
 */
export function computeRefund(sale: AmountPair, refunded: AmountPair, { amount, isConverted }: RequestedRefund): AmountPair | null {
  const left = { original: sale.original - refunded.original, converted: sale.converted - refunded.converted }
  if (amount === undefined) return left
  const [limited, own, other] = isConverted
    ? (['converted', 'converted', 'original'] as const)
    : (['original', 'original', 'converted'] as const)
  if (amount > left[limited]) return null
  if (amount === left[own]) return left
  const total = Math.round((sale[other] * (refunded[own] + amount)) / sale[own])
  const part = Math.min(Math.max(total - refunded[other], 0), left[other])
  return isConverted ? { converted: amount, original: part } : { original: amount, converted: part }
}

/** The amount of a reinstatement: the requested part of the refunded amount, at most all of it. */
export function computeReinstatement(sale: AmountPair, refunded: AmountPair, amount: number): AmountPair {
  if (amount >= refunded.original) return refunded
  const stillRefunded = Math.round((sale.converted * (refunded.original - amount)) / sale.original)
  return { original: amount, converted: Math.max(refunded.converted - stillRefunded, 0) }
}
