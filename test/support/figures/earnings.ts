/** What partners earn by the simulated events. */
import type { Commission, Conversion, World } from './world.js'

export interface Terms {
  saleRewardId: string
  lead: number
  sale: { percentage: number } | { cents: number }
}

function halfUp(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (rest * 2 >= divisor ? 1 : 0)
}

/** A lead earns once per customer and partner. A sale earns unless the first commission for the customer is fraud or canceled. */
export function earn(world: World, terms: ReadonlyMap<string, Terms>, event: Conversion, quantity: number): void {
  const { kind, customer, link, amount } = event
  const partner = world.links.get(link)?.partnerId
  const term = partner && !world.bannedPartners.has(partner) ? terms.get(world.groupOf.get(partner) ?? '') : undefined
  if (!partner || !term || kind === 'refund') return
  const first = world.commissions.find((one) => one.kind === kind && one.partner === partner && one.customer === customer)
  if (first && (kind === 'lead' || first.status === 'fraud' || first.status === 'canceled')) return
  const ofSale = 'cents' in term.sale ? term.sale.cents : halfUp(amount * term.sale.percentage, 100)
  const earnings = kind === 'lead' ? term.lead * quantity : ofSale
  if (earnings > 0)
    world.commissions.push({
      kind,
      partner,
      customer,
      sale: kind === 'sale' ? event : null,
      earnings,
      full: earnings,
      amount,
      refunded: 0,
      status: 'pending',
      payout: null,
      isBanned: false,
    })
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
    if (!sale || refunded === 0) continue
    const left = sale.amount - refunded
    commission.amount = left <= 0 ? sale.amount : left
    commission.earnings = left <= 0 ? full : halfUp(full * left, sale.amount)
    if (left <= 0 && (status === 'pending' || status === 'processed')) Object.assign(commission, { status: 'refunded', payout: null })
  }
}
