import type { Scope } from '../../kernel/scope.js'
import { findIdentifiers } from '../actions/customer.queries.js'
import { processDeliveryJob } from '../jobs.js'
import { maxPendingMs } from '../limits.js'
import { resetPendingDeliveries } from './delivery.queries.js'

/** Retries deliveries that arrived before their customer was known, because providers send events in any order. */
export async function retryPendingDeliveries(
  scope: Scope,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<void> {
  await retryDeliveriesPendingOn(scope, workspaceId, await findIdentifiers(scope, workspaceId, customerId))
}

export async function retryDeliveriesPendingOn(scope: Scope, workspaceId: string, identifiers: readonly string[]): Promise<void> {
  const since = new Date(scope.now().getTime() - maxPendingMs)
  const ids = await resetPendingDeliveries(scope, workspaceId, identifiers, since)
  for (const deliveryId of ids) scope.enqueue(processDeliveryJob, { deliveryId })
}
