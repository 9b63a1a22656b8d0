/**
 * Deliveries out: who wants to be told of what, what is sent, and how often it is tried. Stands above every domain it tells of.
 *
 * Domains tell news (`accounts`) in the transaction in which something happens. News become events, and bundles of them for every webhook
 * that hears of them, in one transaction; a delivery becomes a row with its first attempt, and its bundle goes when all of it was tried. A
 * process that delivers holds a lease on a webhook, so that nobody else sends to it, and sends to as many webhooks at once as have
 * something due: a slow receiver keeps only its own deliveries waiting. A delivery is sent at least once; its id is the event's, and the
 * same in every attempt.
 */
export { createWebhook } from './create-webhook.js'
export { deliverWebhooks } from './deliver-webhooks.js'
export { deleteWebhookEventsOfWorkspace } from './delete-webhook-events-of-workspace.js'
export { dropOldDeliveries } from './drop-old-deliveries.js'
export { deleteWebhook } from './delete-webhook.js'
export { forgetCustomerInEvents } from './forget-customer.js'
export { getWebhook, listFoldersOfWebhook, listLinksOfWebhook, listWebhooks } from './list-webhooks.js'
export {
  DeliveryDetails,
  DeliveryParams,
  DeliverySchema,
  listDeliveriesQuerySchema,
  ReplayedDeliveries,
  replayDeliveriesBodySchema,
} from './log/delivery.schema.js'
export { findDelivery, listDeliveries } from './log/list-deliveries.js'
export { replayDelivery, replayFailedDeliveries } from './log/replay-deliveries.js'
export { rotateSecret } from './rotate-secret.js'
export { disableWebhook, enableWebhook } from './switch-webhook.js'
export { testWebhook } from './test-webhook.js'
export { updateWebhook } from './update-webhook.js'
export { webhookEventSchema } from './webhook-event.schema.js'
export {
  createWebhookBodySchema,
  rotateSecretBodySchema,
  testWebhookBodySchema,
  updateWebhookBodySchema,
  WebhookParams,
} from './webhook-input.schema.js'
export { DeletedWebhook, IdsInScope, WebhookSchema, WebhookWithSecret } from './webhook.schema.js'
