/** Deliveries as callers see them. A delivery is named by its event: a webhook is told of each event once. */
import { z } from 'zod'
import { triggers } from '../../accounts/index.js'
import { largestDeliveryPage, mostReplayed } from '../limits.js'

export const deliveryStates = ['pending', 'retrying', 'succeeded', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

const instant = (description: string) => z.string().nullable().meta({ description })

export const DeliverySchema = z
  .object({
    id: z.string().meta({ description: 'Id of the event: the same for every webhook that is told of it, and in every attempt.' }),
    event: z.enum(triggers),
    state: z
      .enum(deliveryStates)
      .meta({ description: '`retrying` waits for its next attempt after a failed one; `failed` has none left.' }),
    attemptCount: z.int(),
    httpStatus: z.int().nullable().meta({ description: 'What was answered last; null where nothing was.' }),
    createdAt: z.string(),
    lastAttemptAt: instant('When it was tried last.'),
    nextAttemptAt: instant('When it is tried next.'),
  })
  .meta({ id: 'WebhookDeliverySchema', title: 'WebhookDelivery' })
export type DeliveryAnswer = z.infer<typeof DeliverySchema>

const AttemptSchema = z.object({
  at: z.string(),
  url: z.string().meta({ description: 'Where it was sent.' }),
  status: z.int().nullable().meta({ description: 'The status of the answer; null where there was none.' }),
  error: z.string().nullable().meta({ description: 'Why there was no answer.' }),
  durationMs: z.int(),
  response: z.string().nullable().meta({ description: 'The beginning of the answer.' }),
})
export type Attempt = z.infer<typeof AttemptSchema>

export const DeliveryDetails = DeliverySchema.extend({
  request: z.string().nullable().meta({ description: 'The body that was sent and signed, letter by letter.' }),
  attempts: z.array(AttemptSchema).meta({ description: 'Every attempt, the oldest first.' }),
})

export const DeliveryParams = z.object({
  id: z.string().meta({ description: 'Id of the webhook.' }),
  deliveryId: z.string().meta({ description: 'Id of the event.' }),
})

const at = (description: string) => z.iso.datetime({ offset: true }).optional().meta({ description })

export const listDeliveriesQuerySchema = z.object({
  state: z.enum(deliveryStates).optional().meta({ description: 'Only those in this state.' }),
  event: z.enum(triggers).optional().meta({ description: 'Only those of events of this kind.' }),
  since: at('Only events from then on.'),
  until: at('Only events before then.'),
  startingAfter: z.string().optional().meta({ description: 'Goes on behind the delivery with this id.' }),
  pageSize: z.coerce
    .number()
    .int()
    .positive()
    .max(largestDeliveryPage)
    .default(largestDeliveryPage)
    .meta({ description: `Items in one answer, at most ${largestDeliveryPage}.` }),
})

export const replayDeliveriesBodySchema = z.object({
  since: z.iso.datetime({ offset: true }).meta({ description: 'Events from then on.' }),
  until: at('Events before then.'),
})

export const ReplayedDeliveries = z.object({
  replayed: z.int().meta({ description: `How many are sent again; at most ${mostReplayed} in one request, the oldest first.` }),
  more: z.boolean().meta({ description: 'Whether there are more: ask again.' }),
})
