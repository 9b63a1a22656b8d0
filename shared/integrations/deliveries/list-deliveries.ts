import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { mayReadCustomers } from '../../customers/index.js'
import { requireConnection } from '../connections/require-connection.js'
import { cursorNotFound, deliveryNotFound } from '../errors.js'
import { countByState, findDeliveries, type Delivery, findDelivery, type DeliveryWithBody } from './delivery.queries.js'
import type { DeliveryCount, DeliverySchema, listDeliveriesQuerySchema, DeliveryDetailsSchema } from './delivery.schema.js'

/** Deliveries of a connection, newest first. */
export async function listDeliveries(
  scope: WorkspaceScope,
  id: string,
  { pageSize, ...filter }: z.infer<typeof listDeliveriesQuerySchema>,
): Promise<z.infer<typeof DeliverySchema>[]> {
  const connection = await requireConnection(scope, id)
  if (filter.startingAfter !== undefined && !(await findDelivery(scope, connection, filter.startingAfter)))
    throw cursorNotFound(filter.startingAfter)
  return (await findDeliveries(scope, connection, filter, pageSize)).map(presentDelivery)
}

export const countDeliveries = async (scope: WorkspaceScope, id: string): Promise<z.infer<typeof DeliveryCount>> =>
  countByState(scope, await requireConnection(scope, id))

/** One delivery, with its body, which usually identifies a customer. */
export async function getDelivery(
  scope: WorkspaceScope,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<z.infer<typeof DeliveryDetailsSchema>> {
  const delivery = await requireDelivery(scope, id, deliveryId)
  return { ...presentDelivery(delivery), headers: delivery.headers, body: mayReadCustomers(scope) ? delivery.body.toString('utf8') : '' }
}

export async function requireDelivery(scope: WorkspaceScope, connectionId: string, id: string): Promise<DeliveryWithBody> {
  const delivery = await findDelivery(scope, await requireConnection(scope, connectionId), id)
  if (!delivery) throw deliveryNotFound()
  return delivery
}

export const presentDelivery = ({
  id,
  connectionId,
  externalId,
  eventType,
  state,
  reason,
  attempts,
  receivedAt,
  changedAt,
}: Delivery): z.infer<typeof DeliverySchema> => ({
  id,
  connectionId,
  eventId: externalId,
  eventType,
  state,
  reason,
  attempts,
  receivedAt: receivedAt.toISOString(),
  changedAt: changedAt.toISOString(),
})
