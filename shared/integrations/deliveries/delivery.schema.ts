/** Deliveries as callers see them. */
import { z } from 'zod'
import { largestDeliveryPage } from '../limits.js'
import { deliveryStates } from './delivery.queries.js'

const fields = {
  id: z.string(),
  connectionId: z.string(),
  eventId: z.string().meta({ description: 'What makes it one: the id that the provider gave it, or a hash of its body.' }),
  eventType: z.string(),
  state: z
    .enum(deliveryStates)
    .meta({ description: '`ignored` means nothing here, `failed` was given up; both say why, and can be replayed.' }),
  reason: z.string().nullable().meta({ description: 'Why it was ignored, or has failed.' }),
  attempts: z.int(),
  receivedAt: z.string(),
  changedAt: z.string(),
}

export const DeliverySchema = z.object(fields)
export const WholeDeliverySchema = z.object({
  ...fields,
  headers: z.record(z.string(), z.string()).meta({ description: 'Without those that prove something.' }),
  body: z.string().meta({ description: 'As it came.' }),
})

export const DeliveryParams = z.object({
  id: z.string().meta({ description: 'Id of the connection.' }),
  deliveryId: z.string().meta({ description: 'Id of the delivery.' }),
})

export const listDeliveriesQuerySchema = z.object({
  state: z.enum(deliveryStates).optional().meta({ description: 'Only deliveries in this state.' }),
  eventType: z.string().optional().meta({ description: 'Only deliveries of this type of event.' }),
  startingAfter: z.string().optional().meta({ description: 'Id of a delivery: the answer holds the deliveries just after it.' }),
  pageSize: z.coerce
    .number()
    .int()
    .positive()
    .max(largestDeliveryPage)
    .default(largestDeliveryPage)
    .meta({ description: `Items in one answer, at most ${largestDeliveryPage}.` }),
})

const count = z.int()
export const DeliveryCount = z.object({ received: count, retrying: count, processed: count, ignored: count, failed: count })

export const replayDeliveriesBodySchema = z.object({
  state: z.enum(['failed', 'ignored']).default('failed').meta({ description: 'Which deliveries are meant.' }),
  startingAfter: z.string().optional().meta({ description: 'Goes on behind the delivery with this id: the `next` of the answer before.' }),
})
export const Replayed = z.object({
  replayed: z.int().meta({ description: 'How many deliveries are worked on anew: at most a thousand at once, the oldest first.' }),
  next: z.string().nullable().meta({ description: 'Where there may be more: call again with it as `startingAfter`.' }),
})
