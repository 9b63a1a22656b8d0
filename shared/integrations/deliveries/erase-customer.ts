import { type CustomerDeletion, identifiersOfDeleted } from '../../customers/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { eraseDeliveriesNaming, eraseDeliveriesOfCustomers, reassignDeliveries } from './delivery.queries.js'

/**
 * Erases the deliveries of a deleted customer, including ignored and failed ones that were never assigned to a customer. Those of customers
 * that were merged into it may not have been reassigned yet.
 */
export async function eraseCustomerInDeliveries(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await eraseDeliveriesOfCustomers(scope, [deleted.customerId, ...(deleted.mergedIds ?? [])])
  const names = identifiersOfDeleted(scope, deleted)
  if (names.length > 0) await eraseDeliveriesNaming(scope, deleted.workspaceId, names)
}

/** Reassigns the deliveries of a merged customer, so that they are erased together with the remaining customer. */
export const reassignMergedCustomer = (
  scope: JobScope,
  { customerId, mergedId }: { customerId: string; mergedId: string },
): Promise<void> => reassignDeliveries(scope, mergedId, customerId)
