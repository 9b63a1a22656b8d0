import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { minIdAt } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { findEventBodies } from '../delivery/delivery.queries.js'
import { sentBody } from '../delivery/sent-body.js'
import { deliveryNotFound } from '../errors.js'
import type { Receiver } from '../receiver.js'
import { requireWebhook } from '../require-webhook.js'
import type { Webhook } from '../webhook.entity.js'
import { findDeliveries, findDeliveryRow, type DeliveryRow } from './delivery.queries.js'
import type { DeliveryAnswer, DeliveryDetails, listDeliveriesQuerySchema } from './delivery.schema.js'
import { mayReadEvent } from './may-read-event.js'

/** The delivery log of a webhook, newest first, without the receiver's responses. */
export async function listDeliveries(
  scope: WorkspaceScope,
  webhookId: string,
  { state, event, since, until, startingAfter, pageSize }: z.infer<typeof listDeliveriesQuerySchema>,
): Promise<DeliveryAnswer[]> {
  await requireWebhook(scope, webhookId)
  const upperBounds = [until && eventIdAt(until), startingAfter].filter((id) => typeof id === 'string').sort()
  const rows = await findDeliveries(scope, webhookId, {
    state: state ?? null,
    event: event ?? null,
    from: since ? eventIdAt(since) : null,
    before: upperBounds[0] ?? null,
    limit: pageSize,
  })
  return rows.map(presentDelivery)
}

/** Deliveries with their request bodies and attempts, newest first. Callers have checked that the webhook is theirs. */
export async function findLoggedDeliveries(
  scope: Scope,
  { id, receiver }: Pick<Webhook, 'id' | 'receiver'>,
  { before, limit }: { before: string | null; limit: number },
): Promise<z.infer<typeof DeliveryDetails>[]> {
  const rows = await findDeliveries(scope, id, { state: null, event: null, from: null, before, limit })
  const stored = await findEventBodies(
    scope.pool,
    rows.map(({ id }) => id),
  )
  const bodies = new Map(stored.map((one) => [one.id, requestOf(receiver, one.body)]))
  return rows.map((row) => ({ ...presentDelivery(row), request: bodies.get(row.id) ?? null, attempts: row.attempts }))
}

/** One delivery with its request body and all attempts. Callers who may not read the event get neither its body nor the responses. */
export async function findDelivery(scope: WorkspaceScope, webhookId: string, eventId: string): Promise<z.infer<typeof DeliveryDetails>> {
  const { receiver } = await requireWebhook(scope, webhookId)
  const row = await findDeliveryRow(scope, webhookId, eventId)
  if (!row) throw deliveryNotFound()
  if (row.body === null || (await mayReadEvent(scope, row.body)))
    return { ...presentDelivery(row), request: row.body && requestOf(receiver, row.body), attempts: row.attempts }
  return { ...presentDelivery(row), request: null, attempts: row.attempts.map((attempt) => ({ ...attempt, response: null })) }
}

const requestOf = (receiver: Receiver, event: string) => sentBody(receiver, Buffer.from(event)).toString()

/** The smallest event id of a time: event ids sort by time, and none is from before 1970. */
export const eventIdAt = (instant: string) => minIdAt('evt_', Math.max(Date.parse(instant), 0))

export function presentDelivery({ id, event, state, httpStatus, nextAt, attempts, createdAt }: DeliveryRow): DeliveryAnswer {
  return {
    id,
    event,
    state,
    attemptCount: attempts.length,
    httpStatus,
    createdAt: createdAt.toISOString(),
    lastAttemptAt: attempts.at(-1)?.at ?? null,
    nextAttemptAt: nextAt?.toISOString() ?? null,
  }
}
