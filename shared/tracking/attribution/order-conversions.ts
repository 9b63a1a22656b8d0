import type { InWorkspace } from '../../accounts/index.js'
import type { AttributionChanges, SaleMove } from './compute-attribution.js'
import { listSalesOfCustomers } from './history.queries.js'
import { applyAttributionChanges, byCustomer } from './recompute-customers.js'

/**
 * Only the first sale by a link is a conversion of it; later ones are recurring. Returns the sales of a customer for which that changes.
 * Pure.
 */
export function recurringChanges(sales: Awaited<ReturnType<typeof listSalesOfCustomers>>): SaleMove[] {
  const paidLinks = new Set<string>()
  const recurringById = new Map<string, boolean>()
  return sales.flatMap((sale): SaleMove[] => {
    const isRecurring = sale.refundOf === null ? paidLinks.has(sale.linkId) : (recurringById.get(sale.refundOf) ?? sale.recurring)
    paidLinks.add(sale.linkId)
    recurringById.set(sale.id, isRecurring)
    return isRecurring === sale.recurring
      ? []
      : [{ sale, lead: null, toLink: sale.linkId, toClick: sale.clickId, recurring: isRecurring, rule: null }]
  })
}

/** Makes the earliest sale by a link its conversion, after sales were recorded in another order. The customers must be locked. */
export async function orderConversions(scope: InWorkspace, customerIds: readonly string[]): Promise<void> {
  const sales = byCustomer(await listSalesOfCustomers(scope, customerIds))
  const changes = new Map<string, AttributionChanges>()
  for (const [id, ofCustomer] of sales) {
    const moves = recurringChanges(ofCustomer)
    if (moves.length > 0) changes.set(id, { leads: [], sales: moves })
  }
  if (changes.size > 0) await applyAttributionChanges(scope, changes)
}
