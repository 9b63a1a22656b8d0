/** Input and response schemas of postbacks. */
import { z } from 'zod'
import { DeliverySchema, type Webhook } from '../webhooks/index.js'

export const postbackTriggers = ['lead.created', 'sale.created', 'commission.created'] as const
export type PostbackTrigger = (typeof postbackTriggers)[number]

export const maxPostbacks = 5
const maxEvents = 100

const fields = {
  name: z.string().trim().min(1).max(40).meta({ description: 'Display name.' }),
  url: z
    .url({ protocol: /^https$/ })
    .max(2000)
    .meta({ description: 'Where events are sent. Must resolve to a public address.' }),
  triggers: z
    .array(z.enum(postbackTriggers))
    .min(1)
    .max(postbackTriggers.length)
    .transform((values) => [...new Set(values)])
    .meta({ description: 'The event types to send.' }),
}

export const createPostbackSchema = z.object(fields)
export const updatePostbackSchema = z
  .object({ ...fields, disabled: z.boolean().meta({ description: 'A disabled postback receives no events.' }) })
  .partial()
export const testPostbackSchema = z.object({ event: z.enum(postbackTriggers).meta({ description: 'Event type of the sample.' }) })

export const PostbackParams = z.object({ id: z.string().meta({ description: 'Id of the postback.' }) })
export const listPostbackEventsSchema = z.object({
  startingAfter: z.string().max(100).optional().meta({ description: 'Cursor: id of the last event of the previous page.' }),
  pageSize: z.coerce.number().int().positive().max(maxEvents).default(maxEvents).meta({ description: 'Items per page.' }),
})

export const PostbackSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  triggers: z.array(z.enum(postbackTriggers)),
  receiver: z.enum(['custom', 'slack']),
  disabledAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export const Postbacks = PostbackSchema.array()
export type PostbackAnswer = z.infer<typeof PostbackSchema>

/** The only responses that contain the secret are those of creation and rotation. */
export const PostbackWithSecret = PostbackSchema.extend({ secret: z.string() })
export const DeletedPostback = z.object({ id: z.string() })
const PostbackEvent = DeliverySchema.extend({
  request: z.string().nullable(),
  attempts: z.array(
    z.object({
      at: z.string(),
      url: z.string(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      durationMs: z.int(),
      response: z.string().nullable(),
    }),
  ),
})

export const PostbackEvents = PostbackEvent.array()
export type PostbackEvents = z.infer<typeof PostbackEvents>

export const presentPostback = ({ id, name, url, triggers, receiver, disabledAt, createdAt, updatedAt }: Webhook): PostbackAnswer => ({
  id,
  name,
  url,
  triggers: triggers as PostbackTrigger[],
  receiver: receiver === 'slack' ? 'slack' : 'custom',
  disabledAt: disabledAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
