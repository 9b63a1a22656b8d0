import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import {
  aliasCustomer,
  type Customer,
  type CustomerAnswer,
  customerMerged,
  findCustomer,
  getCustomer,
  mergeCustomerRows,
  requireCustomer,
} from '../../customers/index.js'
import { claimConversionsAnew, salesOfCustomers } from '../attribution/past.queries.js'
import { applyReckonings } from '../attribution/reckon-customers.js'
import type { SaleMove } from '../attribution/reckon.js'
import { mergedWithItself } from '../conversions/errors.js'
import { handOverEvents } from './merge.queries.js'

export const MergeCustomers = z.object({
  customerId: z.string().min(1).meta({ description: 'The customer who goes: the id, or `ext_` and your own id.' }),
})

/**
 * Makes two customers one: what the one who goes did and is worth is the other's, and both names lead there from now on. A link by which
 * both had paid has one conversion less, because they are one.
 */
export async function mergeCustomers(
  scope: WorkspaceScope,
  id: string,
  { customerId }: z.infer<typeof MergeCustomers>,
): Promise<CustomerAnswer> {
  const [kept, gone] = await lockBoth(scope, await requireCustomer(scope, id), await requireCustomer(scope, customerId))
  await handOverEvents(scope, gone.id, kept.id)
  await aliasCustomer(scope, gone, kept)
  await mergeCustomerRows(scope, gone, kept)
  await countConversionsOnce(scope, kept.id)
  scope.em.clear()
  scope.announce(customerMerged, { workspaceId: scope.workspace.id, customerId: kept.id, mergedId: gone.id })
  return getCustomer(scope, kept.id)
}

/** In the order of their ids, so that two who merge the same never wait for each other. */
async function lockBoth(scope: WorkspaceScope, kept: Customer, gone: Customer): Promise<[kept: Customer, gone: Customer]> {
  if (kept.id === gone.id) throw mergedWithItself()
  for (const id of [kept.id, gone.id].toSorted()) await findCustomer(scope, { id }, { locked: true })
  // Whoever waited may find that another merge was quicker.
  const [first, second] = [await requireCustomer(scope, kept.id), await requireCustomer(scope, gone.id)]
  if (first.id === second.id) throw mergedWithItself()
  return [first, second]
}

/** The first sale by a link makes the customer a conversion of it; those that follow do not. */
async function countConversionsOnce(scope: WorkspaceScope, customerId: string): Promise<void> {
  const paidBy = new Set<string>()
  const recurring = new Map<string, boolean>()
  const moves = (await salesOfCustomers(scope, [customerId])).flatMap((sale): SaleMove[] => {
    const isRecurring = sale.refundOf === null ? paidBy.has(sale.linkId) : (recurring.get(sale.refundOf) ?? sale.recurring)
    paidBy.add(sale.linkId)
    recurring.set(sale.id, isRecurring)
    return isRecurring === sale.recurring
      ? []
      : [{ sale, lead: null, toLink: sale.linkId, toClick: sale.clickId, recurring: isRecurring, rule: null }]
  })
  if (moves.length > 0) await applyReckonings(scope, new Map([[customerId, { leads: [], sales: moves }]]))
  else await claimConversionsAnew(scope, [customerId])
}
