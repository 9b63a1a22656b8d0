import type { JobScope } from '../../kernel/scope.js'
import { emptyDeliveriesOf, moveDeliveriesOf } from './delivery.queries.js'

/** Takes what a deleted customer's deliveries said out of them. */
export const forgetCustomerInDeliveries = (scope: JobScope, { customerId }: { customerId: string }): Promise<void> => emptyDeliveriesOf(scope, customerId)

/** What was told of a customer who was merged into another is forgotten with the other. */
export const followMergedCustomer = (scope: JobScope, { customerId, mergedId }: { customerId: string; mergedId: string }): Promise<void> => moveDeliveriesOf(scope, mergedId, customerId)
