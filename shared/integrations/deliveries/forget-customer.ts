import { type CustomerDeletion, namesOfDeleted } from '../../customers/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { emptyDeliveriesNaming, emptyDeliveriesOf, moveDeliveriesOf } from './delivery.queries.js'

/** Takes what a deleted customer's deliveries said out of them; also out of those that came to nothing, and so belong to nobody. */
export async function forgetCustomerInDeliveries(scope: JobScope, deleted: CustomerDeletion): Promise<void> {
  await emptyDeliveriesOf(scope, deleted.customerId)
  const names = namesOfDeleted(scope, deleted)
  if (names.length > 0) await emptyDeliveriesNaming(scope, deleted.workspaceId, names)
}

/** What was told of a customer who was merged into another is forgotten with the other. */
export const followMergedCustomer = (scope: JobScope, { customerId, mergedId }: { customerId: string; mergedId: string }): Promise<void> =>
  moveDeliveriesOf(scope, mergedId, customerId)
