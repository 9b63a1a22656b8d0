import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import {
  aliasCustomer,
  type Customer,
  type CustomerResponse,
  customerMerged,
  findCustomer,
  getCustomer,
  mergeCustomerRows,
  requireCustomer,
} from '../../customers/index.js'
import { idText } from '../../kernel/input-fields.js'
import { rebuildConversionClaims, listSalesOfCustomers } from '../attribution/history.queries.js'
import { recurringChanges } from '../attribution/order-conversions.js'
import { applyAttributionChanges } from '../attribution/recompute-customers.js'
import { alreadySameCustomer } from '../conversions/errors.js'
import { reassignEvents } from './merge.queries.js'

export const MergeCustomers = z.object({
  customerId: idText().min(1).meta({ description: 'The customer to merge into the other one: its id, or `ext_` followed by your own id.' }),
})

/**
 * Merges one customer into another: events, counters and both names belong to the remaining one afterwards. A link by which both had paid
 * loses a conversion, because they are one customer.
 */
export async function mergeCustomers(
  scope: WorkspaceScope,
  id: string,
  { customerId }: z.infer<typeof MergeCustomers>,
): Promise<CustomerResponse> {
  const [remaining, merged] = await lockBoth(scope, await requireCustomer(scope, id), await requireCustomer(scope, customerId))
  await reassignEvents(scope, merged.id, remaining.id)
  await aliasCustomer(scope, merged, remaining)
  await mergeCustomerRows(scope, merged, remaining)
  await countConversionsOnce(scope, remaining.id)
  scope.em.clear()
  scope.announce(customerMerged, { workspaceId: scope.workspace.id, customerId: remaining.id, mergedId: merged.id })
  return getCustomer(scope, remaining.id)
}

/** Locks in the order of ids, so that two merges of the same customers cannot deadlock. */
async function lockBoth(scope: WorkspaceScope, remaining: Customer, merged: Customer): Promise<[remaining: Customer, merged: Customer]> {
  if (remaining.id === merged.id) throw alreadySameCustomer()
  for (const id of [remaining.id, merged.id].toSorted()) await findCustomer(scope, { id }, { locked: true })
  // Loaded again, because another merge may have committed meanwhile.
  const [first, second] = [await requireCustomer(scope, remaining.id), await requireCustomer(scope, merged.id)]
  if (first.id === second.id) throw alreadySameCustomer()
  return [first, second]
}

async function countConversionsOnce(scope: WorkspaceScope, customerId: string): Promise<void> {
  const moves = recurringChanges(await listSalesOfCustomers(scope, [customerId]))
  if (moves.length > 0) await applyAttributionChanges(scope, new Map([[customerId, { leads: [], sales: moves }]]))
  else await rebuildConversionClaims(scope, [customerId])
}
