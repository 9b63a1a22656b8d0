import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireConnection } from '../connections/require-connection.js'
import { processDeliveryJob } from '../jobs.js'
import { maxReplayed } from '../limits.js'
import { resetDeliveries, resetDelivery } from './delivery.queries.js'
import type { DeliverySchema, ReplayedDeliveries, replayDeliveriesBodySchema } from './delivery.schema.js'
import { presentDelivery, requireDelivery } from './list-deliveries.js'

/** Processes a delivery again. Leads and sales already recorded are not counted twice. */
export async function replayDelivery(
  scope: WorkspaceScope,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<z.infer<typeof DeliverySchema>> {
  const delivery = await requireDelivery(scope, id, deliveryId)
  await resetDelivery(scope, delivery.id)
  scope.enqueue(processDeliveryJob, { deliveryId: delivery.id })
  return presentDelivery({ ...delivery, state: 'received', reason: null, attempts: 0, changedAt: scope.now() })
}

/** Processes the deliveries in a state again, oldest first. They may end in the same state, so callers page with the returned cursor. */
export async function replayDeliveries(
  scope: WorkspaceScope,
  id: string,
  { state, startingAfter = '' }: z.infer<typeof replayDeliveriesBodySchema>,
): Promise<z.infer<typeof ReplayedDeliveries>> {
  const ids = await resetDeliveries(scope, await requireConnection(scope, id), { state, startingAfter }, maxReplayed)
  for (const deliveryId of ids) scope.enqueue(processDeliveryJob, { deliveryId })
  return { replayed: ids.length, next: ids.length === maxReplayed ? (ids.toSorted().at(-1) ?? null) : null }
}
