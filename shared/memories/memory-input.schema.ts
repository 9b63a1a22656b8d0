/** What callers say and ask. */
import { z } from 'zod'
import { queryFlag } from '../kernel/fields.js'
import { largestAnswer, largestBatch, longestText } from './limits.js'

/** Programs that number their users send numbers. */
const name = (whose: string) =>
  z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .meta({ description: `Id of the ${whose}: any text without white space.` })
const text = () => z.string().trim().min(1).max(longestText)

export const identifierFields = { user_id: name('user'), agent_id: name('agent'), run_id: name('run') }

const kept = {
  metadata: z.record(z.string(), z.unknown()).nullish().meta({ description: 'Anything to keep with it and to filter by, up to 16 kB.' }),
  expiration_date: z.string().nullish().meta({ description: 'The last day (UTC), or the instant, of its life.' }),
  timestamp: z
    .union([z.number(), z.string()])
    .nullish()
    .meta({ description: 'When it was said, where that was not now: seconds since 1970, or an instant.' }),
  customer_id: z.string().max(255).nullish().meta({ description: 'The customer that it is about.' }),
  link_id: z.string().max(255).nullish().meta({ description: 'The link that it is about.' }),
  partner_id: z.string().max(255).nullish().meta({ description: 'The partner that it is about.' }),
}

const MessagePart = z.object({ type: z.string(), text: z.string().optional() })
const Message = z.object({
  role: z.string().max(64).default('user').meta({ description: '`system` messages are not remembered.' }),
  content: z.union([z.string(), MessagePart.array()]).meta({ description: 'The text, or parts of which those with a text count.' }),
  name: z.string().max(255).optional().meta({ description: 'Who says it.' }),
})
const Remembered = z.object({
  text: text().meta({ description: 'What to remember.' }),
  ...identifierFields,
  ...kept,
  role: z.string().max(64).optional(),
  actor_id: z.string().max(255).optional(),
})

export const addMemoriesBodySchema = z.object({
  messages: z
    .union([z.string(), Message, Message.array().max(largestBatch)])
    .optional()
    .meta({ description: 'A conversation: each message becomes a memory, word for word.' }),
  memories: Remembered.array()
    .max(largestBatch)
    .optional()
    .meta({ description: 'Single memories; what one leaves out is taken from the fields beside this list.' }),
  ...identifierFields,
  ...kept,
  infer: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Whether a model picks the facts out of `messages`, where one is configured. Every fact keeps what it was picked from as `inferred_from` in its metadata.',
    }),
  custom_instructions: z.string().max(10_000).nullish().meta({ description: 'What else the model is told.' }),
})
export type AddMemories = z.infer<typeof addMemoriesBodySchema>
export type MemoryMessages = NonNullable<AddMemories['messages']>

export const AddedMemories = z.object({
  results: z
    .object({
      id: z.string(),
      memory: z.string(),
      event: z
        .enum(['ADD', 'UPDATE', 'NOOP'])
        .meta({
          description:
            '`NOOP`: the same user, agent and run had a memory that says exactly this; it is the one named. `UPDATE`: it had expired, and lives again.',
        }),
    })
    .array(),
  reason: z.string().optional().meta({ description: 'Why nothing was stored, where that was the case.' }),
})
export type AddedMemoriesAnswer = z.infer<typeof AddedMemories>

export const updateMemoryBodySchema = z.object({
  text: text().optional().meta({ description: 'What to remember instead.' }),
  metadata: z.record(z.string(), z.unknown()).nullish().meta({ description: 'Keys to set; a key with null is removed. Null removes all.' }),
  expiration_date: z.string().nullish().meta({ description: 'The last day (UTC), or the instant, of its life; null for ever.' }),
})
export type UpdateMemory = z.infer<typeof updateMemoryBodySchema>

const showExpired = queryFlag().default(false).meta({ description: 'Whether expired memories are there as well.' })
const asQuery = (whose: string) =>
  z
    .string()
    .optional()
    .meta({ description: `Only memories of this ${whose}.` })
export const identifierQuery = { user_id: asQuery('user'), run_id: asQuery('run'), agent_id: asQuery('agent') }

export const showExpiredQuerySchema = z.object({ show_expired: showExpired })

export const getMemoriesQuerySchema = z.object({
  ...identifierQuery,
  top_k: z.coerce.number().int().min(0).max(largestAnswer).default(100).meta({ description: 'How many at most.' }),
  show_expired: showExpired,
  filters: z.string().optional().meta({ description: 'Further conditions, as JSON.' }),
  cursor: z.string().optional().meta({ description: '`next_cursor` of the answer before.' }),
})
export type GetMemories = z.infer<typeof getMemoriesQuerySchema>

export const deleteMemoriesQuerySchema = z.object(identifierQuery)
export type DeleteMemories = z.infer<typeof deleteMemoriesQuerySchema>
