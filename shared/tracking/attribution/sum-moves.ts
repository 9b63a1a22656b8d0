/** From single moves to what they add up to. Pure. */
import type { Moved } from './moves.queries.js'
import type { LinkChange } from './past.queries.js'
import type { Reckoning } from './reckon.js'

/** By where the credit was and where it goes; what stays with its link is left out. Refunds are no sales, and take from the amount. */
export function movedBetween(reckonings: readonly Reckoning[]): Moved[] {
  const sums = new Map<string, Moved>()
  const add = (event: Moved['event'], from: string, to: string, events: number, amount: number) => {
    if (from === to) return
    const sum = sums.get(`${event} ${from} ${to}`) ?? { event, from, to, events: 0, amount: 0 }
    sums.set(`${event} ${from} ${to}`, { ...sum, events: sum.events + events, amount: sum.amount + amount })
  }
  for (const { leads, sales } of reckonings) {
    for (const { lead, toLink } of leads) add('lead', lead.linkId, toLink, 1, 0)
    for (const { sale, toLink } of sales) add('sale', sale.linkId, toLink, sale.refundOf === null ? 1 : 0, sale.amount)
  }
  return [...sums.values()]
}

/** What each link gains and loses. `since` has the links that are there: what was before is in none of their figures. */
export function linkChanges(reckonings: readonly Reckoning[], since: ReadonlyMap<string, Date | null>): LinkChange[] {
  const changes = new Map<string, LinkChange>()
  const add = (id: string, at: Date, sign: 1 | -1, figures: Partial<LinkChange>) => {
    const from = since.get(id)
    if (from === undefined || (from !== null && at < from)) return
    const change = changes.get(id) ?? { id, leads: 0, conversions: 0, sales: 0, amount: 0 }
    for (const name of ['leads', 'conversions', 'sales', 'amount'] as const) change[name] += sign * (figures[name] ?? 0)
    changes.set(id, change)
  }
  for (const { leads, sales } of reckonings) {
    for (const { lead, toLink } of leads) {
      add(lead.linkId, lead.at, -1, { leads: 1 })
      add(toLink, lead.at, 1, { leads: 1 })
    }
    for (const { sale, toLink, recurring } of sales) {
      const worth = (isRecurring: boolean) => ({
        sales: sale.sales,
        amount: sale.amount,
        conversions: sale.refundOf === null && !isRecurring ? 1 : 0,
      })
      add(sale.linkId, sale.at, -1, worth(sale.recurring))
      add(toLink, sale.at, 1, worth(recurring))
    }
  }
  return [...changes.values()]
}
