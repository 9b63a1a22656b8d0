/** Stored deliveries of inbound webhooks, and their replay. */
import {
  ConnectionParams,
  countDeliveries,
  DeliveryCount,
  DeliveryParams,
  DeliverySchema,
  getDelivery,
  listDeliveries,
  listDeliveriesQuerySchema,
  ReplayedDeliveries,
  replayDeliveries,
  replayDeliveriesBodySchema,
  replayDelivery,
  DeliveryDetailsSchema,
} from '../../shared/integrations/index.js'
import { workspace } from '../access/workspace.js'
import { byCursor, endpoint } from '../endpoint.js'

const tag = 'Integrations'
const read = { tag, rate: 'api', access: workspace('integrations.read') } as const
const write = { tag, rate: 'api', access: workspace('integrations.write') } as const
const deliveries = '/integrations/connections/{id}/deliveries'

export const integrationDeliveries = [
  endpoint({
    ...read,
    id: 'listDeliveries',
    sdk: 'integrations.listDeliveries',
    method: 'GET',
    path: deliveries,
    params: ConnectionParams,
    fails: ['not_found'],
    summary: 'List deliveries of a connection',
    description: 'Newest first, kept for 30 days. For the next page, send the id of the last delivery as `startingAfter`.',
    hints: { pagination: byCursor },
    query: listDeliveriesQuerySchema,
    output: DeliverySchema.array(),
    run: ({ scope, params, query }) => listDeliveries(scope, params.id, query),
  }),
  endpoint({
    ...read,
    id: 'countDeliveries',
    sdk: 'integrations.countDeliveries',
    method: 'GET',
    path: `${deliveries}/count`,
    params: ConnectionParams,
    summary: 'Count deliveries of a connection by state',
    fails: ['not_found'],
    output: DeliveryCount,
    run: ({ scope, params }) => countDeliveries(scope, params.id),
  }),
  endpoint({
    ...read,
    id: 'getDelivery',
    sdk: 'integrations.getDelivery',
    method: 'GET',
    path: `${deliveries}/{deliveryId}`,
    params: DeliveryParams,
    summary: 'Retrieve a delivery with its body',
    fails: ['not_found'],
    output: DeliveryDetailsSchema,
    run: ({ scope, params }) => getDelivery(scope, params),
  }),
  endpoint({
    ...write,
    id: 'replayDelivery',
    sdk: 'integrations.replayDelivery',
    method: 'POST',
    path: `${deliveries}/{deliveryId}/replay`,
    params: DeliveryParams,
    fails: ['not_found'],
    summary: 'Replay a delivery',
    description: 'Processes the delivery again. Leads and sales already recorded are not counted twice.',
    output: DeliverySchema,
    run: ({ scope, params }) => replayDelivery(scope, params),
  }),
  endpoint({
    ...write,
    id: 'replayDeliveries',
    sdk: 'integrations.replayDeliveries',
    method: 'POST',
    path: `${deliveries}/replay`,
    params: ConnectionParams,
    fails: ['not_found'],
    summary: 'Replay failed or ignored deliveries',
    body: replayDeliveriesBodySchema,
    output: ReplayedDeliveries,
    run: ({ scope, params, body }) => replayDeliveries(scope, params.id, body),
  }),
]
