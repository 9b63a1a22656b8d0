/** Deletion of conversions that an import recorded. */
import type { InWorkspace } from '../../accounts/index.js'
import { addToLinkCounters, type LinkCounterChange, lockLinks, rebuildConversionClaims } from '../attribution/history.queries.js'
import { orderConversions } from '../attribution/order-conversions.js'
import { deleteLeads, deleteSales, type RemovedEvent, updateFirstSales } from './remove-conversions.queries.js'

/** Deletes sales and releases their invoices. If a customer's first sale by a link is among them, the next one converts instead. */
export async function removeSales(scope: InWorkspace, ids: readonly string[]): Promise<void> {
  const removed = await deleteSales(scope, ids)
  const customerIds = await updateFirstSales(scope, [...new Set(removed.map(({ customerId }) => customerId))])
  await subtractFromLinks(scope, removed)
  await rebuildConversionClaims(scope, customerIds)
  await orderConversions(scope, customerIds)
}

/** Deletes the leads of customers without sales. */
export async function removeLeads(scope: InWorkspace, customerIds: readonly string[]): Promise<void> {
  await subtractFromLinks(scope, await deleteLeads(scope, customerIds))
}

/** Takes the events from the counters of their links, as far as they counted there. */
async function subtractFromLinks(scope: InWorkspace, removed: readonly RemovedEvent[]): Promise<void> {
  const since = await lockLinks(scope, [...new Set(removed.map(({ linkId }) => linkId))])
  const changes = new Map<string, LinkCounterChange>()
  for (const { linkId: id, at, leads, sales, amount, converts } of removed) {
    const from = since.get(id)
    if (from === undefined || (from !== null && at < from)) continue
    const change = changes.get(id) ?? { id, leads: 0, conversions: 0, sales: 0, amount: 0 }
    changes.set(id, {
      id,
      leads: change.leads - leads,
      conversions: change.conversions - Number(converts),
      sales: change.sales - sales,
      amount: change.amount - amount,
    })
  }
  if (changes.size > 0) await addToLinkCounters(scope, [...changes.values()])
}
