import { z } from 'zod'
import { idText, maxInstantLength } from '../../kernel/input-fields.js'
import { parseInstant } from '../../kernel/parse-instant.js'
import { contract } from '../../kernel/queue/contract.js'

const instant = z
  .string()
  .max(maxInstantLength)
  .transform((text, context) => {
    const at = parseInstant(text, new Date())
    if (!at) context.addIssue('must be a date or an instant, such as 2026-01-31T12:00:00Z')
    return at ?? new Date(0)
  })
  .optional()

const filter = {
  operation: z.string().max(100).optional().meta({ description: 'Filter by operation, for example `runScheduledJob`.' }),
  userId: idText().optional().meta({ description: 'Filter by platform administrator. Entries of the admin key have none.' }),
  start: instant.meta({ description: 'Entries from this instant on.' }),
  end: instant.meta({ description: 'Entries before this instant.' }),
}
export const exportAuditEntriesQuerySchema = z.object(filter)
export type ExportAuditEntries = z.infer<typeof exportAuditEntriesQuerySchema>

const at = z.string().optional()
export const exportAuditEntriesJob = contract({
  name: 'administration.export-audit-entries',
  queue: 'exports',
  payload: z.object({
    id: z.string(),
    email: z.string(),
    filter: z.object({ operation: z.string().optional(), userId: z.string().optional(), start: at, end: at }),
  }),
  attempts: 10,
})
export const getAuditEntriesQuerySchema = z.object({
  ...filter,
  startingAfter: idText().optional().meta({ description: 'Cursor: id of the last entry of the previous page.' }),
  pageSize: z.coerce.number().int().positive().max(100).default(100).meta({ description: 'Items per page.' }),
})
export type GetAuditEntries = z.infer<typeof getAuditEntriesQuerySchema>

export const AuditEntrySchema = z.object({
  id: z.string(),
  operation: z.string(),
  path: z.string(),
  userId: z.string().nullable().meta({ description: 'Null for the admin key.' }),
  email: z.string().nullable(),
  role: z.string(),
  address: z.string(),
  input: z.record(z.string(), z.any()).meta({ description: 'Query and body of the request, with secrets masked.' }),
  createdAt: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntrySchema>
export const AuditEntries = AuditEntrySchema.array()
