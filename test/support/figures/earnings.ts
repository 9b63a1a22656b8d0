/** What partners earn by the simulated events. */
import type { Conversion, World } from './world.js'

export interface Terms {
  lead: number
  sale: { percentage: number } | { cents: number }
}

function halfUp(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (rest * 2 >= divisor ? 1 : 0)
}

/** A lead earns once per customer and partner, a sale always. */
export function earn(world: World, terms: ReadonlyMap<string, Terms>, event: Conversion, quantity: number): void {
  const { kind, customer, link, amount } = event
  const partner = world.links.get(link)?.partnerId
  const term = partner ? terms.get(world.groupOf.get(partner) ?? '') : undefined
  if (!partner || !term || kind === 'refund') return
  const hasEarned = world.commissions.some((one) => one.kind === 'lead' && one.partner === partner && one.customer === customer)
  if (kind === 'lead' && hasEarned) return
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
      status: 'pending',
    })
}

/** After a refund of the sale. */
export function reduceEarnings(world: World, sale: Conversion): void {
  const commission = world.commissions.find((one) => one.sale === sale)
  if (!commission) return
  const left = sale.amount + world.conversions.filter(({ refundOf }) => refundOf === sale).reduce((sum, one) => sum + one.amount, 0)
  commission.status = left <= 0 ? 'refunded' : 'pending'
  commission.amount = left <= 0 ? sale.amount : left
  commission.earnings = left <= 0 ? commission.full : halfUp(commission.full * left, sale.amount)
}
