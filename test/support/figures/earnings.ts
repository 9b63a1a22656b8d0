/** What partners earn by the simulated events. */
import { halfUp, monthsBetween, payFor, type Reward, windowOf } from './rewards.js'
import type { Commission, Conversion, World } from './world.js'

/** The rewards of a group. */
export type Terms = Record<'lead' | 'sale', Reward>

/** A lead earns once per customer and partner, a sale as long as the duration of the reward lasts. */
export function earn(world: World, terms: ReadonlyMap<string, Terms>, event: Conversion, quantity: number): void {
  const { kind, at, customer, link, amount } = event
  const partner = world.links.get(link)?.partnerId
  if (!partner || kind === 'refund' || world.bannedPartners.has(partner)) return
  const reward = terms.get(world.groupOf.get(partner) ?? '')?.[kind]
  if (!reward) return
  const earlier = world.commissions.filter((one) => one.kind === kind && one.partner === partner && one.customer === customer)
  const [first] = earlier.toSorted((a, b) => a.at - b.at)
  const country = world.customers.get(customer)?.country ?? null
  const facts = { country, metadata: event.metadata, amount: kind === 'sale' ? amount : 0, isRecurring: first !== undefined }
  const { earnings: full, maxDuration } = payFor(reward, facts, quantity)
  if (full <= 0 || (first && isOver(first, { reward, maxDuration, at }, terms))) return
  const earnings = Math.min(full, leftOf(world, reward, { partner, customer, at }))
  if (earnings <= 0) return
  world.commissions.push({
    ...{ kind, at, reward: reward.id, partner, customer, earnings, amount },
    sale: kind === 'sale' ? event : null,
    full: earnings,
    refunded: null,
    status: 'pending',
    payout: null,
    isBanned: false,
  })
}

interface Next {
  reward: Reward
  maxDuration: number | null
  at: number
}

/** Whether the partner earns no more by the customer. */
function isOver(first: Commission, { reward, maxDuration, at }: Next, terms: ReadonlyMap<string, Terms>): boolean {
  if (first.kind === 'lead' || first.status === 'fraud' || first.status === 'canceled') return true
  const former = [...terms.values()].find(({ sale }) => sale.id === first.reward)?.sale
  if (first.reward !== reward.id && former?.maxDuration === 0) return true
  return maxDuration !== null && monthsBetween(first.at, at) >= maxDuration
}

const spending = new Set(['pending', 'processed', 'paid'])

/** What the limit of the reward leaves: of sales for each customer, of leads for the partner. */
function leftOf(
  world: World,
  { event, limit }: Reward,
  { partner, customer, at }: Pick<Commission, 'partner' | 'customer' | 'at'>,
): number {
  if (!limit) return Number.POSITIVE_INFINITY
  const { interval, amount } = limit
  const spent = world.commissions
    .filter((one) => one.kind === event && one.partner === partner && (event === 'lead' || one.customer === customer))
    .filter((one) => spending.has(one.status) && windowOf(interval, one.at) === windowOf(interval, at))
  return amount - spent.reduce((sum, { earnings }) => sum + earnings, 0)
}

/** After a refund of the sale. */
export function reduceEarnings(world: World, sale: Conversion): void {
  const commission = world.commissions.find((one) => one.sale === sale)
  if (!commission) return
  commission.refunded = -world.conversions.filter(({ refundOf }) => refundOf === sale).reduce((sum, one) => sum + one.amount, 0)
  if (isMutable(commission)) settleRefunds([commission])
}

/** A commission that is not being paid, and not paid. */
export const isMutable = ({ payout }: Commission) => payout === null || payout.status === 'pending' || payout.status === 'canceled'

/** While a commission is being paid, refunds of its sale are only noted. */
export function settleRefunds(commissions: readonly Commission[]): void {
  for (const commission of commissions) {
    const { sale, refunded, full, status } = commission
    if (!sale || refunded === null) continue
    const left = sale.amount - refunded
    commission.amount = left <= 0 ? sale.amount : left
    commission.earnings = left <= 0 ? full : halfUp(full * left, sale.amount)
    if (left <= 0 && (status === 'pending' || status === 'processed')) Object.assign(commission, { status: 'refunded', payout: null })
  }
}
