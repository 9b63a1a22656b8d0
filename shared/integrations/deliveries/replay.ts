import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireConnection } from '../connections/require-connection.js'
import { processDelivery } from '../jobs.js'
import { mostReplayed } from '../limits.js'
import { restart, restartOne } from './delivery.queries.js'
import type { DeliverySchema, Replayed, replayDeliveriesBodySchema } from './delivery.schema.js'
import { present, requireDelivery } from './list-deliveries.js'

/** Works on a delivery anew. What it brought before is not counted again. */
export async function replayDelivery(
  scope: WorkspaceScope,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<z.infer<typeof DeliverySchema>> {
  const delivery = await requireDelivery(scope, id, deliveryId)
  await restartOne(scope, delivery.id)
  scope.enqueue(processDelivery, { deliveryId: delivery.id })
  return present({ ...delivery, state: 'received', reason: null, attempts: 0, changedAt: scope.now() })
}

/** Works anew on those of a state, the oldest first. What is ignored may well be ignored again: who goes on says behind which one. */
export async function replayDeliveries(
  scope: WorkspaceScope,
  id: string,
  { state, startingAfter = '' }: z.infer<typeof replayDeliveriesBodySchema>,
): Promise<z.infer<typeof Replayed>> {
  const ids = await restart(scope, await requireConnection(scope, id), { state, startingAfter }, mostReplayed)
  for (const deliveryId of ids) scope.enqueue(processDelivery, { deliveryId })
  return { replayed: ids.length, next: ids.length === mostReplayed ? (ids.toSorted().at(-1) ?? null) : null }
}
