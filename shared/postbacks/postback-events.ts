import type { z } from 'zod'
import { newId } from '../kernel/ids.js'
import type { PartnerScope } from '../partner-accounts/index.js'
import {
  deliverOnceJob,
  type DeliveryAnswer,
  findLoggedDeliveries,
  insertEvents,
  notifyWebhookChanged,
  serializeEvent,
} from '../webhooks/index.js'
import { requirePostback } from './manage-postbacks.js'
import type { listPostbackEventsSchema, PostbackEvents, PostbackTrigger } from './postback.schema.js'
import { sampleData } from './samples.js'

/**
 * Sends a sample event to one postback through the normal delivery path, whether or not it has that trigger. A disabled postback gets it
 * too, in a single attempt.
 */
export async function testPostback(
  scope: PartnerScope,
  postbackId: string,
  { event }: { event: PostbackTrigger },
): Promise<DeliveryAnswer> {
  const postback = await requirePostback(scope, postbackId)
  const now = scope.now()
  const id = newId('evt_', now.getTime())
  const body = serializeEvent({ id, event, createdAt: now, data: JSON.stringify(sampleData[event]) })
  const subscribers = postback.disabledAt ? [] : [postback]
  await insertEvents(scope.em, [{ id, workspaceId: null, event, body, createdAt: now, subscribers }], now)
  if (postback.disabledAt) scope.enqueue(deliverOnceJob, { webhookId: postbackId, eventId: id })
  postback.pausedUntil = null
  notifyWebhookChanged(scope, postbackId)
  const at = now.toISOString()
  return { id, event, state: 'pending', attemptCount: 0, httpStatus: null, createdAt: at, lastAttemptAt: null, nextAttemptAt: at }
}

/** The events of a postback with every attempt, newest first. */
export async function listPostbackEvents(
  scope: PartnerScope,
  postbackId: string,
  { startingAfter, pageSize }: z.infer<typeof listPostbackEventsSchema>,
): Promise<PostbackEvents> {
  const postback = await requirePostback(scope, postbackId)
  return findLoggedDeliveries(scope, postback, { before: startingAfter ?? null, limit: pageSize })
}
