/** Response schemas of the memory endpoints. Field names are those that memory clients expect. */
import { z } from 'zod'

const id = (owner: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `Id of the ${owner}, if any.` })

export const MemorySchema = z.object({
  id: z.string().meta({ description: 'Id of the memory.' }),
  memory: z.string().meta({ description: 'Text of the memory.' }),
  hash: z.string().meta({ description: 'MD5 of the text, in hexadecimal.' }),
  user_id: id('user'),
  agent_id: id('agent'),
  run_id: id('run'),
  actor_id: z.string().nullable().meta({ description: 'Name of the speaker.' }),
  role: z.string().nullable().meta({ description: 'Role of the speaker.' }),
  metadata: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Custom data of the memory; null if empty.' }),
  customer_id: id('customer that the memory is about'),
  link_id: id('link that the memory is about'),
  partner_id: id('partner that the memory is about'),
  expiration_date: z
    .string()
    .nullable()
    .meta({ description: 'Last day of validity (UTC), or the timestamp of expiry; null if the memory does not expire.' }),
  created_at: z.string().meta({ format: 'date-time' }),
  updated_at: z.string().meta({ format: 'date-time' }),
  workspace_id: z.string().optional().meta({ description: 'Only with the admin credential.' }),
})
export type MemoryResponse = z.infer<typeof MemorySchema>

export const MemoryList = z.object({
  results: MemorySchema.array(),
  next_cursor: z.string().nullable().meta({ description: 'Pass it as `cursor` to get the next page; null on the last page.' }),
})

export const MemoryChangeSchema = z.object({
  id: z.string(),
  memory_id: z.string(),
  old_memory: z.string().nullable(),
  new_memory: z.string().nullable(),
  event: z.enum(['ADD', 'UPDATE', 'DELETE']),
  created_at: z.string().meta({ format: 'date-time', description: 'When the memory was created.' }),
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
  created_at: z.string().meta({ format: 'date-time', description: 'When its first memory was created.' }),
  updated_at: z.string().meta({ format: 'date-time', description: 'When its memories last changed.' }),
})
export type EntityResponse = z.infer<typeof EntitySchema>

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
