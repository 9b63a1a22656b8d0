/** Reads due deliveries ahead into the queues and starts sending them. */
import { VaultError } from '../../kernel/vault.js'
import { readAheadDeliveries } from '../limits.js'
import type { Attempt } from '../log/delivery.schema.js'
import type { DeliveryWorker } from './delivery-worker.js'
import { type EventBatchRow, deleteBatches, findDueDeliveries, findOldestBatches } from './delivery.queries.js'
import type { EventContent } from './event-body-cache.js'
import { retryDeadline } from './retry-schedule.js'
import { isSuccess, send } from './send.js'
import { type EventBatch, signingKeys, type WebhookQueue, type PendingDelivery, freeSlots } from './webhook-queue.js'

/** Reads due deliveries for the queues that have free slots and nothing left to send. */
export async function refillQueues({ queues, scope, bodyCache }: DeliveryWorker): Promise<void> {
  const needsRefill = [...queues].flatMap(([id, queue]) =>
    queue.pending.length === 0 && freeSlots(queue) > 0
      ? [{ id, limit: queue.eventIds.size + readAheadDeliveries, maybeDeliveredUpTo: queue.maybeDeliveredUpTo }]
      : [],
  )
  if (needsRefill.length === 0) return
  const heldBatchIds = [...queues.values()].flatMap(({ batchIds }) => [...batchIds])
  const [retries, batches] = await Promise.all([
    findDueDeliveries(scope.pool, scope.now(), needsRefill),
    findOldestBatches(scope.pool, needsRefill, heldBatchIds),
  ])
  const due = retries.filter(({ webhookId, eventId }) => queues.get(webhookId)?.eventIds.has(eventId) === false)
  const contents = await bodyCache.get([...due.map(({ eventId }) => eventId), ...new Set(batches.flatMap(({ eventIds }) => eventIds))])
  const deliveries = due.flatMap((one): PendingDelivery[] => {
    const body = contents.get(one.eventId)?.body
    return body === undefined ? [] : [{ ...one, body, batch: null }]
  })
  const unpacked = batches.map((batch) => unpackBatch(batch, contents))
  const empty = unpacked.flatMap((one, index) => (one.length === 0 ? [(batches[index] as EventBatchRow).id] : []))
  if (empty.length > 0) await deleteBatches(scope.pool, empty)
  const all = deliveries.length > 0 ? [...deliveries, ...unpacked.flat()].sort((a, b) => a.dueAt - b.dueAt) : unpacked.flat()
  for (const delivery of all) enqueue(queues.get(delivery.webhookId), delivery)
}

/** Deliveries of a batch. Events past their retention are skipped. */
function unpackBatch(
  { id, webhookId, eventIds, createdAt }: EventBatchRow,
  contents: ReadonlyMap<string, EventContent>,
): PendingDelivery[] {
  const giveUpAt = retryDeadline(new Date(createdAt)).getTime()
  const batch: EventBatch = { id, unwritten: 0, inProgress: 0 }
  const deliveries = eventIds.flatMap((eventId): PendingDelivery[] => {
    const content = contents.get(eventId)
    return content
      ? [{ webhookId, eventId, event: content.event, tries: 0, dueAt: createdAt, giveUpAt, createdAt, body: content.body, batch }]
      : []
  })
  batch.unwritten = batch.inProgress = deliveries.length
  return deliveries
}

function enqueue(queue: WebhookQueue | undefined, delivery: PendingDelivery): void {
  if (!queue || queue.isClosing) return
  queue.eventIds.add(delivery.eventId)
  if (delivery.batch) queue.batchIds.add(delivery.batch.id)
  queue.pending.push(delivery)
  queue.lastActiveAt = performance.now()
}

/** Sends as many pending deliveries as the webhook has free slots. */
export function sendPending(worker: DeliveryWorker, queue: WebhookQueue): void {
  while (queue.pending.length > 0 && freeSlots(queue) > 0) void deliver(worker, queue, queue.pending.shift() as PendingDelivery)
}

async function deliver(worker: DeliveryWorker, queue: WebhookQueue, delivery: PendingDelivery): Promise<void> {
  const { scope, abortSignal, results, workAvailable, finished } = worker
  queue.inFlight++
  try {
    const attempt = await attemptDelivery(worker, queue, delivery).finally(() => queue.inFlight--)
    const wasFailing = queue.consecutiveFailures > 0
    queue.consecutiveFailures = isSuccess(attempt) ? 0 : queue.consecutiveFailures + 1
    sendPending(worker, queue)
    if (queue.pending.length === 0) workAvailable.notify()
    await results.add({ delivery, attempt, wasFailing, paysExternally: queue.webhook.paysExternally })
  } catch (error) {
    if (!abortSignal.aborted)
      scope.log.warn({ err: error, webhookId: delivery.webhookId }, 'delivery result not stored, delivery will be sent again')
  }
  finished.push({ queue, delivery })
  if (queue.pending.length === 0) workAvailable.notify()
}

async function attemptDelivery(
  { scope, client, abortSignal }: DeliveryWorker,
  { webhook }: WebhookQueue,
  { eventId, body }: PendingDelivery,
): Promise<Attempt> {
  const now = scope.now()
  try {
    const { url, receiver } = webhook
    return await send(client, { url, receiver, keys: signingKeys(scope.vault, webhook, now), eventId, body }, now, abortSignal)
  } catch (error) {
    if (error instanceof VaultError)
      return {
        at: now.toISOString(),
        url: webhook.url,
        status: null,
        error: 'The signing secret cannot be decrypted. Rotate the secret of the webhook.',
        durationMs: 0,
        response: null,
      }
    throw error
  }
}
