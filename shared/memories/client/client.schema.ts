/** Requests and responses of the published memory client. Other fields that it sends are ignored. */
import { z } from 'zod'
import { idText, maxInstantLength } from '../../kernel/input-fields.js'
import { identifierFields, updateMemoryBodySchema } from '../memory-input.schema.js'
import { EntitySchema, MemorySchema } from '../memory.schema.js'
import { searchMemoriesBodySchema } from '../search/search.schema.js'

const filters = z.record(z.string(), z.unknown()).nullish()

export const Ping = z.object({ status: z.literal('ok'), org_id: z.string(), project_id: z.string(), user_email: z.string().nullable() })

const paging = { count: z.number().int(), next: z.string().nullable(), previous: z.string().nullable() }
export const MemoryPage = z.object({ ...paging, results: MemorySchema.array() })
export const EntityPage = z.object({ ...paging, results: EntitySchema.extend({ name: z.string() }).array() })

export const clientListQuerySchema = z.object({
  page: z.coerce.number().int().positive().max(100_000).default(1),
  page_size: z.coerce.number().int().positive().max(1000).default(100),
})
export const clientListBodySchema = z.object({
  filters,
  ...identifierFields,
  show_expired: z.boolean().default(false),
  start_date: z.string().max(maxInstantLength).nullish(),
  end_date: z.string().max(maxInstantLength).nullish(),
})
export type ClientList = z.infer<typeof clientListBodySchema> & z.infer<typeof clientListQuerySchema>

export const clientSearchBodySchema = searchMemoriesBodySchema.extend({ top_k: z.number().int().min(0).max(1000).default(10) })

export const updateManyBodySchema = z.object({
  memories: updateMemoryBodySchema.extend({ memory_id: idText() }).array().min(1).max(1000),
})
export type UpdateMany = z.infer<typeof updateManyBodySchema>
export const deleteManyBodySchema = z.object({ memories: z.object({ memory_id: idText() }).array().min(1).max(1000) })
export type DeleteMany = z.infer<typeof deleteManyBodySchema>
