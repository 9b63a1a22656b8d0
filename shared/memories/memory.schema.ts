/** The public shapes of the memory store. Names are those that memory clients use. */
import { z } from 'zod'

const id = (whose: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `Id of the ${whose}, if any.` })

export const MemorySchema = z.object({
  id: z.string().meta({ description: 'Id of the memory.' }),
  memory: z.string().meta({ description: 'What is remembered.' }),
  hash: z.string().meta({ description: 'MD5 of the text, in hexadecimal.' }),
  user_id: id('user whose memory it is'),
  agent_id: id('agent'),
  run_id: id('run'),
  actor_id: z.string().nullable().meta({ description: 'Who said it: the name in the message.' }),
  role: z.string().nullable().meta({ description: 'The role in which it was said.' }),
  metadata: z.record(z.string(), z.unknown()).nullable().meta({ description: 'What the caller keeps with it; null when nothing.' }),
  customer_id: id('customer that it is about'),
  link_id: id('link that it is about'),
  partner_id: id('partner that it is about'),
  expiration_date: z.string().nullable().meta({ description: 'The last day (UTC) or the instant of its life; null for ever.' }),
  created_at: z.string().meta({ format: 'date-time' }),
  updated_at: z.string().meta({ format: 'date-time' }),
  workspace_id: z.string().optional().meta({ description: 'Only told to the admin.' }),
})
export type MemoryAnswer = z.infer<typeof MemorySchema>

export const MemoryList = z.object({
  results: MemorySchema.array(),
  next_cursor: z.string().nullable().meta({ description: 'Give it as `cursor` to read on; null at the end.' }),
})

export const MemoryChangeSchema = z.object({
  id: z.string(),
  memory_id: z.string(),
  old_memory: z.string().nullable(),
  new_memory: z.string().nullable(),
  event: z.enum(['ADD', 'UPDATE', 'DELETE']),
  created_at: z.string().meta({ format: 'date-time', description: 'When the memory was made.' }),
  updated_at: z.string().meta({ format: 'date-time', description: 'When this change was made.' }),
  is_deleted: z.boolean(),
  actor_id: z.string().nullable(),
  role: z.string().nullable(),
})
export type MemoryChange = z.infer<typeof MemoryChangeSchema>

export const EntitySchema = z.object({
  id: z.string().meta({ description: 'The identifier.' }),
  type: z.enum(['user', 'agent', 'run']),
  total_memories: z.number().int(),
  created_at: z.string().meta({ format: 'date-time', description: 'When its first memory was made.' }),
  updated_at: z.string().meta({ format: 'date-time', description: 'When its memories last changed.' }),
})
export type EntityAnswer = z.infer<typeof EntitySchema>

export const MemoryParams = z.object({ memoryId: z.string().meta({ description: 'Id of the memory.' }) })
export const EntityParams = z.object({
  type: z.string().meta({ description: '`user`, `agent` or `run`.' }),
  entityId: z.string().meta({ description: 'The identifier.' }),
})

export const MemoryMessage = z.object({ message: z.string() })
export const DeletedMemories = z.object({
  message: z.string(),
  deleted: z.number().int().meta({ description: 'How many memories were deleted.' }),
})
