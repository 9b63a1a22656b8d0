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
