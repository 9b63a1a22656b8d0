/** Schemas of deliveries. A delivery is identified by its event id, because a webhook receives each event once. */
import { z } from 'zod'
import { webhookTriggers } from '../../accounts/index.js'
import { maxInstantLength } from '../../kernel/input-fields.js'
import { maxDeliveryPageSize, maxReplayed } from '../limits.js'

export const deliveryStates = ['pending', 'retrying', 'succeeded', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const instant = (description: string) => z.string().nullable().meta({ description })

export const DeliverySchema = z
  .object({
    id: z.string().meta({ description: 'Id of the event, the same for every webhook and in every attempt.' }),
    event: z.enum(webhookTriggers),
    state: z
      .enum(deliveryStates)
      .meta({ description: '`retrying`: the last attempt failed and another follows. `failed`: no attempt is left.' }),
    attemptCount: z.int(),
    httpStatus: z.int().nullable().meta({ description: 'Status of the last response; null without a response.' }),
    createdAt: z.string(),
    lastAttemptAt: instant('Time of the last attempt.'),
    nextAttemptAt: instant('Time of the next attempt.'),
  })
  .meta({ id: 'WebhookDeliverySchema', title: 'WebhookDelivery' })
export type DeliveryAnswer = z.infer<typeof DeliverySchema>

const AttemptSchema = z.object({
  at: z.string(),
  url: z.string().meta({ description: 'The URL that was called.' }),
  status: z.int().nullable().meta({ description: 'Status of the response; null without a response.' }),
  error: z.string().nullable().meta({ description: 'Why there was no response.' }),
  durationMs: z.int(),
  response: z.string().nullable().meta({ description: 'The beginning of the response body.' }),
})
export type Attempt = z.infer<typeof AttemptSchema>

export const DeliveryDetails = DeliverySchema.extend({
  request: z.string().nullable().meta({
    description:
      'The exact request body that was signed and sent. Null if it was deleted, or if the caller may not read its customer (`customers.read`) or its link.',
  }),
  attempts: z.array(AttemptSchema).meta({ description: 'All attempts, oldest first.' }),
})

export const DeliveryParams = z.object({
  id: z.string().meta({ description: 'Id of the webhook.' }),
  deliveryId: z.string().meta({ description: 'Id of the event.' }),
})

const at = (description: string) => z.iso.datetime({ offset: true }).max(maxInstantLength).optional().meta({ description })

export const listDeliveriesQuerySchema = z.object({
  state: z.enum(deliveryStates).optional().meta({ description: 'Return only deliveries in this state.' }),
  event: z.enum(webhookTriggers).optional().meta({ description: 'Return only deliveries of this event type.' }),
  since: at('Return only events from this time on.'),
  until: at('Return only events before this time.'),
  startingAfter: z.string().optional().meta({ description: 'Cursor: id of the last delivery of the previous page.' }),
  pageSize: z.coerce
    .number()
    .int()
    .positive()
    .max(maxDeliveryPageSize)
    .default(maxDeliveryPageSize)
    .meta({ description: `Items per page, at most ${maxDeliveryPageSize}.` }),
})

export const replayDeliveriesBodySchema = z
  .object({
    since: at('Replay events from this time on. Without it, all events of the log.'),
    until: at('Replay events before this time.'),
  })
  .prefault({})

export const ReplayedDeliveries = z.object({
  replayed: z.int().meta({ description: `Number of replayed deliveries; at most ${maxReplayed} per request, oldest first.` }),
  more: z.boolean().meta({ description: 'Whether there are more; send the request again.' }),
})
