/** Codes of discounts whose caller names none. */

/** First word of the partner's name and the discount: `JANE30OFF` for 30 % of Jane Doe. */
export function baseCode(partnerName: string, { type, amount }: { type: 'flat' | 'percentage'; amount: number }): string {
  const word = (partnerName.trim().split(/\s+/)[0] ?? '').toUpperCase().replaceAll(/[^A-Z0-9_-]/g, '')
  const size = Math.round(type === 'percentage' ? amount : amount / 100)
  return (word.slice(0, 80) || 'PARTNER') + (size > 0 ? `${size}OFF` : '')
}

const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The base code with two random characters, for when it is taken. */
export const variedCode = (base: string, random: () => number) =>
  base + Array.from({ length: 2 }, () => characters[Math.floor(random() * characters.length)]).join('')

/** Variations of a generated code that are tried when it is taken. */
const maxVariations = 3

/** The codes to try in turn: the given one, or else generated ones. */
export function* candidateCodes(
  order: { code?: string | undefined; partnerName: string; discount: Parameters<typeof baseCode>[1] },
  random: () => number,
): Generator<string> {
  if (order.code !== undefined) return yield order.code
  const base = baseCode(order.partnerName, order.discount)
  yield base
  for (let count = 0; count < maxVariations; count++) yield variedCode(base, random)
}
