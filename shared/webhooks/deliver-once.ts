import { forkScope, inTransaction, type JobScope } from '../kernel/scope.js'
import { findEventBodies, hasDelivery, writeResults } from './delivery/delivery.queries.js'
import { retryDeadline } from './delivery/retry-schedule.js'
import { isSuccess, send } from './delivery/send.js'
import { signingKeys } from './delivery/webhook-queue.js'
import { Webhook } from './webhook.entity.js'

/**
 * Sends one event to a webhook that receives no others because it is disabled, and records the attempt. A failed attempt is not retried and
 * does not count against the webhook. An event that was sent to the webhook before is not sent again.
 */
export async function deliverOnce(
  scope: JobScope,
  { webhookId, eventId }: { webhookId: string; eventId: string },
  stop: AbortSignal,
): Promise<void> {
  const webhook = await scope.em.findOne(Webhook, webhookId)
  const [stored] = await findEventBodies(scope.pool, [eventId])
  if (!webhook || !stored || (await hasDelivery(scope.em, webhookId, eventId))) return
  const now = scope.now()
  const keys = signingKeys(scope.vault, webhook, now)
  const { url, receiver } = webhook
  const request = { url, receiver, keys, eventId, body: Buffer.from(stored.body) }
  const attempt = await send(scope.guardedClient, request, now, stop)
  const [createdAt, giveUpAt] = [now.getTime(), retryDeadline(now).getTime()]
  const delivery = { webhookId, eventId, event: stored.event, tries: 0, dueAt: createdAt, createdAt, giveUpAt }
  const state = isSuccess(attempt) ? 'succeeded' : 'failed'
  const fork = forkScope(scope)
  await inTransaction(fork, () => writeResults(fork.em, [{ delivery, state, tries: 1, nextAt: null, attempt }]))
}
