import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { firstIdAt } from '../../kernel/ids.js'
import { deliveryNotFound } from '../errors.js'
import { requireWebhook } from '../require-webhook.js'
import { deliveriesOf, deliveryOf, type DeliveryRow } from './delivery.queries.js'
import type { DeliveryAnswer, DeliveryDetails, listDeliveriesQuerySchema } from './delivery.schema.js'

/** What the webhook was told and how it went, the newest first. Answers of the receiver are shown with single deliveries. */
export async function listDeliveries(
  scope: WorkspaceScope,
  webhookId: string,
  { state, event, since, until, startingAfter, pageSize }: z.infer<typeof listDeliveriesQuerySchema>,
): Promise<DeliveryAnswer[]> {
  await requireWebhook(scope, webhookId)
  const ends = [until && boundAt(until), startingAfter].filter((one) => typeof one === 'string').sort()
  const rows = await deliveriesOf(scope, webhookId, {
    state: state ?? null,
    event: event ?? null,
    from: since ? boundAt(since) : null,
    before: ends[0] ?? null,
    limit: pageSize,
  })
  return rows.map(presentDelivery)
}

/** One delivery with the body that was sent and all that was answered. */
export async function findDelivery(scope: WorkspaceScope, webhookId: string, eventId: string): Promise<z.infer<typeof DeliveryDetails>> {
  await requireWebhook(scope, webhookId)
  const row = await deliveryOf(scope, webhookId, eventId)
  if (!row) throw deliveryNotFound()
  return { ...presentDelivery(row), request: row.body, attempts: row.attempts }
}

/** Ids of events begin with their time. */
export const boundAt = (instant: string) => firstIdAt('evt_', Date.parse(instant))

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
