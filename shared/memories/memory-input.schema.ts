/** Inputs of the memory endpoints. */
import { z } from 'zod'
import { maxInstantLength, queryBoolean, queryInteger } from '../kernel/input-fields.js'
import { maxBatchSize, maxIdentifierLength, maxPageSize, maxTextLength } from './limits.js'

/** Numbers are accepted, because some callers use numeric user ids. */
const identifier = (owner: string) =>
  z
    .union([z.string().max(maxIdentifierLength), z.number().transform(String)])
    .nullish()
    .meta({ description: `Id of the ${owner}: any text without white space.` })
const text = () => z.string().trim().min(1).max(maxTextLength)

export const identifierFields = { user_id: identifier('user'), agent_id: identifier('agent'), run_id: identifier('run') }

const memoryFields = {
  metadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: 'Custom data of the memory, which can be used in filters. Up to 16 kB.' }),
  expiration_date: z
    .string()
    .max(maxInstantLength)
    .nullish()
    .meta({ description: 'Last day of validity (UTC), or a timestamp at which the memory expires.' }),
  timestamp: z
    .union([z.number(), z.string().max(maxInstantLength)])
    .nullish()
    .meta({ description: 'Creation time: seconds since 1970, or a timestamp. Default: now.' }),
  customer_id: z.string().max(255).nullish().meta({ description: 'Id of the customer that the memory is about.' }),
  link_id: z.string().max(255).nullish().meta({ description: 'Id of the link that the memory is about.' }),
  partner_id: z.string().max(255).nullish().meta({ description: 'Id of the partner that the memory is about.' }),
}

const MessagePart = z.object({ type: z.string().max(64), text: z.string().max(maxTextLength).optional() })
const Message = z.object({
  role: z.string().max(64).default('user').meta({ description: '`system` messages are not stored.' }),
  content: z
    .union([z.string().max(maxTextLength), MessagePart.array().max(maxBatchSize)])
    .meta({ description: 'The text, or a list of parts, of which only those with text are used.' }),
  name: z.string().max(255).optional().meta({ description: 'Name of the speaker.' }),
})
const SingleMemory = z.object({
  text: text().meta({ description: 'Text of the memory.' }),
  ...identifierFields,
  ...memoryFields,
  role: z.string().max(64).optional(),
  actor_id: z.string().max(255).optional(),
})

export const addMemoriesBodySchema = z.object({
  messages: z
    .union([z.string().max(maxTextLength), Message, Message.array().max(maxBatchSize)])
    .optional()
    .meta({ description: 'A conversation. Each message is stored verbatim as a memory.' }),
  memories: SingleMemory.array()
    .max(maxBatchSize)
    .optional()
    .meta({ description: 'Single memories. Fields that a memory omits are taken from the top level of the request.' }),
  ...identifierFields,
  ...memoryFields,
  infer: z.boolean().default(false).meta({
    description:
      'Extract facts from `messages` with the configured model. The metadata of each fact contains its source as `inferred_from`.',
  }),
  custom_instructions: z.string().max(10_000).nullish().meta({ description: 'Additional instructions for the model.' }),
})
export type AddMemories = z.infer<typeof addMemoriesBodySchema>
export type MemoryMessages = NonNullable<AddMemories['messages']>

export const AddedMemories = z.object({
  results: z
    .object({
      id: z.string(),
      memory: z.string(),
      event: z.enum(['ADD', 'UPDATE', 'NOOP']).meta({
        description:
          '`NOOP`: a memory with the same text and identifiers exists and is returned. `UPDATE`: that memory had expired and is valid again.',
      }),
    })
    .array(),
  reason: z.string().optional().meta({ description: 'Why nothing was stored, if so.' }),
})
export type AddedMemoriesResponse = z.infer<typeof AddedMemories>

export const updateMemoryBodySchema = z.object({
  text: text().optional().meta({ description: 'New text.' }),
  metadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: 'Keys to set. A key with null is removed; null removes all keys.' }),
  expiration_date: z
    .string()
    .max(maxInstantLength)
    .nullish()
    .meta({ description: 'Last day of validity (UTC), or a timestamp at which the memory expires. Null removes the expiry.' }),
})
export type UpdateMemory = z.infer<typeof updateMemoryBodySchema>

const showExpired = queryBoolean().default(false).meta({ description: 'Include expired memories.' })
const identifierParameter = (owner: string) =>
  z
    .string()
    .optional()
    .meta({ description: `Only memories of this ${owner}.` })
export const identifierQuery = {
  user_id: identifierParameter('user'),
  run_id: identifierParameter('run'),
  agent_id: identifierParameter('agent'),
}

export const showExpiredQuerySchema = z.object({ show_expired: showExpired })

export const getMemoriesQuerySchema = z.object({
  ...identifierQuery,
  top_k: queryInteger(0, maxPageSize).default(100).meta({ description: 'Maximum number of results.' }),
  show_expired: showExpired,
  filters: z.string().optional().meta({ description: 'Filter conditions, as JSON.' }),
  cursor: z.string().optional().meta({ description: '`next_cursor` of the previous page.' }),
})
export type GetMemories = z.infer<typeof getMemoriesQuerySchema>

export const deleteMemoriesQuerySchema = z.object(identifierQuery)
export type DeleteMemories = z.infer<typeof deleteMemoriesQuerySchema>
