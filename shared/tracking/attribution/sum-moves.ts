/** Sums attribution changes. Pure functions. */
import type { AttributionChanges } from './compute-attribution.js'
import type { LinkCounterChange } from './history.queries.js'
import type { AttributionMove } from './moves.queries.js'

/** Sums by old and new link; changes within one link are left out. Refunds do not count as sales, but reduce the amount. */
export function sumMoves(changes: readonly AttributionChanges[]): AttributionMove[] {
  const sums = new Map<string, AttributionMove>()
  const add = (event: AttributionMove['event'], from: string, to: string, events: number, amount: number) => {
    if (from === to) return
    const sum = sums.get(`${event} ${from} ${to}`) ?? { event, from, to, events: 0, amount: 0 }
    sums.set(`${event} ${from} ${to}`, { ...sum, events: sum.events + events, amount: sum.amount + amount })
  }
  for (const { leads, sales } of changes) {
    for (const { lead, toLink } of leads) add('lead', lead.linkId, toLink, 1, 0)
    for (const { sale, toLink } of sales) add('sale', sale.linkId, toLink, sale.refundOf === null ? 1 : 0, sale.amount)
  }
  return [...sums.values()]
}

/**
 * Changes of the counters per link. `since` holds the existing links and the time from which their counters count; earlier events are in
 * none of them.
 */
export function sumLinkCounterChanges(
  changes: readonly AttributionChanges[],
  since: ReadonlyMap<string, Date | null>,
): LinkCounterChange[] {
  const counterChanges = new Map<string, LinkCounterChange>()
  const add = (id: string, at: Date, sign: 1 | -1, amounts: Partial<LinkCounterChange>) => {
    const from = since.get(id)
    if (from === undefined || (from !== null && at < from)) return
    const change = counterChanges.get(id) ?? { id, leads: 0, conversions: 0, sales: 0, amount: 0 }
    for (const name of ['leads', 'conversions', 'sales', 'amount'] as const) change[name] += sign * (amounts[name] ?? 0)
    counterChanges.set(id, change)
  }
  for (const { leads, sales } of changes) {
    for (const { lead, toLink } of leads) {
      add(lead.linkId, lead.at, -1, { leads: 1 })
      add(toLink, lead.at, 1, { leads: 1 })
    }
    for (const { sale, toLink, recurring } of sales) {
      const countersOf = (isRecurring: boolean) => ({
        sales: sale.sales,
        amount: sale.amount,
        conversions: sale.refundOf === null && !isRecurring ? 1 : 0,
      })
      add(sale.linkId, sale.at, -1, countersOf(sale.recurring))
      add(toLink, sale.at, 1, countersOf(recurring))
    }
  }
  return [...counterChanges.values()]
}
