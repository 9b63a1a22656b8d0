import { plansWith } from '../../shared/accounts/index.js'
import {
  DeliveryDetails, DeliveryParams, DeliverySchema, findDelivery, listDeliveries, listDeliveriesQuerySchema, ReplayedDeliveries, replayDeliveriesBodySchema, replayDelivery, replayFailedDeliveries, WebhookParams,
} from '../../shared/webhooks/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const common = { tag: 'Webhooks', rate: 'api', plans: plansWith('webhooks'), fails: ['not_found'] } as const

export const webhookDeliveries = [
  endpoint({
    ...common, id: 'listWebhookDeliveries', sdk: 'webhooks.listDeliveries', method: 'GET', path: '/webhooks/{id}/deliveries',
    summary: 'List deliveries of a webhook', description: 'The newest first, kept for 14 days. Go on with `startingAfter` and the id of the last one.',
    access: workspace('webhooks.read'), params: WebhookParams, query: listDeliveriesQuerySchema, output: DeliverySchema.array(),
    run: ({ scope, params, query }) => listDeliveries(scope, params.id, query),
  }),
  endpoint({
    ...common, id: 'getWebhookDelivery', sdk: 'webhooks.getDelivery', method: 'GET', path: '/webhooks/{id}/deliveries/{deliveryId}',
    summary: 'Find a delivery', description: 'With the body that was sent, and what was answered in each attempt.',
    access: workspace('webhooks.read'), params: DeliveryParams, output: DeliveryDetails,
    run: ({ scope, params }) => findDelivery(scope, params.id, params.deliveryId),
  }),
  endpoint({
    ...common, id: 'replayWebhookDelivery', sdk: 'webhooks.replayDelivery', method: 'POST', path: '/webhooks/{id}/deliveries/{deliveryId}/replay',
    summary: 'Send a delivery again', description: 'With the id that it had: a receiver that has seen it passes it over.',
    access: workspace('webhooks.write'), fails: ['not_found', 'conflict'], params: DeliveryParams, output: DeliverySchema,
    run: ({ scope, params }) => replayDelivery(scope, params.id, params.deliveryId),
  }),
  endpoint({
    ...common, id: 'replayWebhookDeliveries', sdk: 'webhooks.replayDeliveries', method: 'POST', path: '/webhooks/{id}/deliveries/replay',
    summary: 'Send failed deliveries again', description: 'All of a time whose last attempt failed.',
    access: workspace('webhooks.write'), fails: ['not_found', 'conflict'], params: WebhookParams, body: replayDeliveriesBodySchema, output: ReplayedDeliveries,
    run: ({ scope, params, body }) => replayFailedDeliveries(scope, params.id, body),
  }),
]
