/** API schemas of inbound deliveries. */
import { z } from 'zod'
import { idText } from '../../kernel/input-fields.js'
import { maxDeliveryPageSize } from '../limits.js'
import { deliveryStates } from './delivery.queries.js'

const fields = {
  id: z.string(),
  connectionId: z.string(),
  eventId: z.string().meta({ description: 'The id assigned by the provider, or a hash of the body. Used to detect duplicates.' }),
  eventType: z.string(),
  state: z.enum(deliveryStates).meta({
    description: '`ignored`: the event has no effect. `failed`: all attempts failed. `reason` explains both; both can be replayed.',
  }),
  reason: z.string().nullable().meta({ description: 'Why the delivery was ignored or failed.' }),
  attempts: z.int(),
  receivedAt: z.string(),
  changedAt: z.string(),
}

export const DeliverySchema = z.object(fields)
export const DeliveryDetailsSchema = z.object({
  ...fields,
  headers: z.record(z.string(), z.string()).meta({ description: 'Request headers without credentials and signatures.' }),
  body: z.string().meta({ description: 'The request body as received. Empty without the permission `customers.read`.' }),
})

export const DeliveryParams = z.object({
  id: z.string().meta({ description: 'Id of the connection.' }),
  deliveryId: z.string().meta({ description: 'Id of the delivery.' }),
})

export const listDeliveriesQuerySchema = z.object({
  state: z.enum(deliveryStates).optional().meta({ description: 'Return only deliveries in this state.' }),
  eventType: z.string().optional().meta({ description: 'Return only deliveries of this event type.' }),
  startingAfter: idText().optional().meta({ description: 'Cursor: id of the last delivery of the previous page.' }),
  pageSize: z.coerce
    .number()
    .int()
    .positive()
    .max(maxDeliveryPageSize)
    .default(maxDeliveryPageSize)
    .meta({ description: `Items per page, at most ${maxDeliveryPageSize}.` }),
})

const count = z.int()
export const DeliveryCount = z.object({ received: count, retrying: count, processed: count, ignored: count, failed: count })

export const replayDeliveriesBodySchema = z.object({
  state: z.enum(['failed', 'ignored']).default('failed').meta({ description: 'State of the deliveries to replay.' }),
  startingAfter: idText().optional().meta({ description: 'Cursor: the `next` value of the previous response.' }),
})
export const ReplayedDeliveries = z.object({
  replayed: z.int().meta({ description: 'Number of replayed deliveries, at most 1000 per request, oldest first.' }),
  next: z
    .string()
    .nullable()
    .meta({ description: 'Null when all deliveries were replayed; otherwise send it as `startingAfter` in the next request.' }),
})
