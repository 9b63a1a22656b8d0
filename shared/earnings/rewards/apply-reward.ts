/** Computes what a partner earns from one event. All amounts are integers: cents, and hundredths of a percent. */
import { matchesModifier } from './evaluate-condition.js'
import type { AppliedTerms, RewardAmount, RewardContext, RewardTerms } from './reward-terms.js'

/**
 * The terms for the event: those of the matching modifier with the highest amount, the first one among equals, or else the reward's own.
 * Cents and percentages are compared as plain numbers. Null if the resulting amount is 0 or missing.
 */
export function applyModifiers(reward: RewardTerms, context: RewardContext): AppliedTerms | null {
  let best: (RewardAmount & { maxDuration?: number | null | undefined }) | null = null
  for (const modifier of reward.modifiers ?? []) {
    if (matchesModifier(modifier, context) && (best === null || plainAmount(modifier) > plainAmount(best))) best = modifier
  }
  const terms = best ?? reward
  const amount = terms.type === 'flat' ? plainAmount(terms) : Math.round(plainAmount(terms) * 100)
  if (amount <= 0) return null
  return { type: terms.type, amount, maxDuration: best?.maxDuration === undefined ? reward.maxDuration : best.maxDuration }
}

const plainAmount = ({ type, amountInCents, amountInPercentage }: RewardAmount) =>
  (type === 'flat' ? amountInCents : amountInPercentage) ?? 0

/** `amount` times a percentage in hundredths of a percent, rounded half up. Exact for all safe integers. */
export function percentOf(amount: number, hundredths: number): number {
  return Number((BigInt(amount) * BigInt(hundredths) * 2n + 10_000n) / 20_000n)
}

/** A percentage of the sale ignores the quantity. */
export const saleEarnings = ({ type, amount }: AppliedTerms, sale: { amount: number; quantity: number }): number =>
  type === 'flat' ? amount * sale.quantity : percentOf(sale.amount, amount)

/** The terms by which a part of an event earned something. */
export interface EarningPart extends Pick<AppliedTerms, 'type' | 'amount'> {
  quantity: number
  /** Cents of a product; undefined for the whole sale. */
  sale?: number
}

export interface Earnings {
  earnings: number
  maxDuration: number | null
  parts: EarningPart[]
}

/** Leads and clicks: the amount for each of them. Null if the event earns nothing. */
export function earningsPerEvent(reward: RewardTerms, context: RewardContext, quantity: number): Earnings | null {
  const terms = applyModifiers(reward, context)
  if (!terms) return null
  const { type, amount, maxDuration } = terms
  return { earnings: amount * quantity, maxDuration, parts: [{ type, amount, quantity }] }
}

/**
 * A sale. If a modifier depends on the product and the products are known, each product earns by its own terms; the duration is then that
 * of the first product that earns. Null if the sale earns nothing.
 */
export function earningsOfSale(reward: RewardTerms, context: RewardContext, sale: { amount: number; quantity: number }): Earnings | null {
  const products = context.sale?.products ?? []
  const isByProduct = products.length > 0 && dependsOnProduct(reward)
  const parts = isByProduct
    ? products.map((product) => ({ sale: product, context: { ...context, sale: { ...context.sale, productId: product.id } } }))
    : [{ sale, context }]
  const applied = parts.flatMap((part) => {
    const terms = applyModifiers(reward, part.context)
    return terms ? [{ terms, sale: part.sale, earnings: saleEarnings(terms, part.sale) }] : []
  })
  const [first] = applied
  const earnings = applied.reduce((sum, part) => sum + part.earnings, 0)
  if (!first || earnings <= 0) return null
  const partOf = ({ terms: { type, amount }, sale: { quantity, amount: product } }: typeof first): EarningPart =>
    isByProduct ? { type, amount, quantity, sale: product } : { type, amount, quantity }
  return { earnings, maxDuration: first.terms.maxDuration, parts: applied.map(partOf) }
}

const dependsOnProduct = ({ modifiers }: RewardTerms) =>
  (modifiers ?? []).some(({ conditions }) => conditions.some(({ entity, attribute }) => entity === 'sale' && attribute === 'productId'))
