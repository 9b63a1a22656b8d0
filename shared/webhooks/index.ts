/**
 * Outgoing webhooks: subscriptions, delivery and retries. Depends on every domain that publishes webhook events.
 *
 * Domains write webhook events to the outbox (`accounts`) in the transaction of the change. A job turns outbox entries into events and
 * queues them in batches for every subscribed webhook, in one transaction, and enqueues one delivery job per webhook with due work. A
 * delivery becomes a row with its first attempt; a batch is deleted once all of its events were attempted. A delivery job leases its
 * webhook, so no two processes send to the same one. The delivery jobs of a process share their reads, writes and connections, and each
 * sends by itself: a slow receiver delays only its own deliveries. Delivery is at least once; the delivery id is the event id and stays the
 * same in every attempt.
 */
export { cancelDeliveries } from './cancel-deliveries.js'
export { createWebhook, prepareWebhook } from './create-webhook.js'
export { deliverOnce } from './deliver-once.js'
export { deliverWebhook } from './deliver-webhook.js'
export { deleteWebhookEventsOfWorkspace } from './delete-webhook-events-of-workspace.js'
export { deleteOldDeliveries } from './delete-old-deliveries.js'
export { deleteWebhook } from './delete-webhook.js'
export { dispatchWebhookEvents } from './dispatch-webhook-events.js'
export { eraseCustomerInEvents } from './erase-customer.js'
export { deliverOnceJob, deliverWebhookJob, resumeDeliveriesJob } from './jobs.js'
export { getWebhook, listFoldersOfWebhook, listLinksOfWebhook, listWebhooks } from './list-webhooks.js'
export {
  type DeliveryAnswer,
  DeliveryDetails,
  DeliveryParams,
  DeliverySchema,
  listDeliveriesQuerySchema,
  ReplayedDeliveries,
  replayDeliveriesBodySchema,
} from './log/delivery.schema.js'
export { findDelivery, findLoggedDeliveries, listDeliveries } from './log/list-deliveries.js'
export { replayDelivery, replayFailedDeliveries } from './log/replay-deliveries.js'
export { hasDueWebhooks, resumeDeliveries } from './resume-deliveries.js'
export { insertEvents, serializeEvent } from './delivery/event.queries.js'
export { hasOutboxEntries } from './delivery/outbox.queries.js'
export { notifyWebhookChanged } from './notify-delivery-workers.js'
export { receiverAt } from './receiver.js'
export { requirePublicUrl } from './require-public-url.js'
export { newSecret, sealFor } from './secret.js'
export { Webhook } from './webhook.entity.js'
export { rotateSecret } from './rotate-secret.js'
export { disableWebhook, enableWebhook } from './set-webhook-enabled.js'
export { testWebhook } from './test-webhook.js'
export { prepareWebhookUpdate, updateWebhook } from './update-webhook.js'
export { webhookEventSchema } from './webhook-event.schema.js'
export {
  createWebhookBodySchema,
  rotateSecretBodySchema,
  testWebhookBodySchema,
  updateWebhookBodySchema,
  WebhookParams,
} from './webhook-input.schema.js'
export { DeletedWebhook, IdsInScope, WebhookSchema, WebhookWithSecret } from './webhook.schema.js'
