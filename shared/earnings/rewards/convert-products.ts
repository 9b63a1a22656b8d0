import type { SaleProduct } from './reward-terms.js'

/**
 * The products with their amounts in cents, as the sale is counted. Rounding starts from the sum, so that products which make up the whole
 * sale make up its converted amount.
 */
export function convertProducts(
  products: readonly SaleProduct[],
  { amount, originalAmount }: { amount: number; originalAmount: number },
): SaleProduct[] {
  if (amount === originalAmount || originalAmount <= 0) return [...products]
  let [original, converted] = [0n, 0n]
  return products.map((product) => {
    original += BigInt(product.amount)
    const before = converted
    converted = (2n * original * BigInt(amount) + BigInt(originalAmount)) / (2n * BigInt(originalAmount))
    return { ...product, amount: Number(converted - before) }
  })
}
