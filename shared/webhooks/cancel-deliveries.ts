import type { JobScope } from '../kernel/scope.js'
import { cancelPendingDeliveries } from './log/cancel-deliveries.queries.js'
import { notifyEventsChanged } from './notify-delivery-workers.js'

/** Ends the pending deliveries of an event that no webhook must receive any more. A request in flight is not interrupted. */
export async function cancelDeliveries(scope: JobScope, { eventId }: { eventId: string }): Promise<void> {
  await cancelPendingDeliveries(scope, eventId)
  notifyEventsChanged(scope)
}
