/** The log of what operators changed. */
import type { z } from 'zod'
import { csvLine } from '../../kernel/csv.js'
import { newId } from '../../kernel/ids.js'
import { maskKeys } from '../../kernel/mask-secrets.js'
import type { AdminScope, Scope } from '../../kernel/scope.js'
import { auditEntriesMatching, insertAuditEntry } from './audit-entry.queries.js'
import type { AuditEntry, exportAuditEntriesQuerySchema, GetAuditEntries } from './audit-entry.schema.js'

export interface AdminWrite {
  /** Id of the endpoint. */
  operation: string
  path: string
  query: unknown
  body: unknown
}

/** Longer inputs are stored by their length only. */
const maxInputLength = 20_000

/** Stores what an operator changed, in the transaction of the change. */
export async function recordAdminWrite(scope: Scope, { operation, path, query, body }: AdminWrite): Promise<void> {
  const { operator, address, now } = scope as AdminScope
  const text = maskKeys(JSON.stringify({ query: query ?? {}, body: body ?? {} }))
  const createdAt = now()
  await insertAuditEntry(scope, {
    id: newId('aud_', createdAt.getTime()),
    operation,
    path,
    ...operator,
    address,
    input: text.length > maxInputLength ? JSON.stringify({ length: text.length }) : text,
    createdAt,
  })
}

/** Newest first. */
export const listAuditEntries = (scope: AdminScope, { pageSize, ...filter }: GetAuditEntries): Promise<AuditEntry[]> =>
  auditEntriesMatching(scope, filter, pageSize)

const exportPageSize = 1000

/** One line per entry, newest first. */
export async function* exportAuditEntries(scope: AdminScope, filter: z.infer<typeof exportAuditEntriesQuerySchema>): AsyncIterable<string> {
  yield csvLine(['id', 'createdAt', 'operation', 'path', 'userId', 'email', 'role', 'address', 'input'])
  for (let startingAfter: string | undefined; ;) {
    const entries: AuditEntry[] = await auditEntriesMatching(scope, { ...filter, startingAfter }, exportPageSize)
    for (const { id, createdAt, operation, path, userId, email, role, address, input } of entries)
      yield csvLine([id, createdAt, operation, path, userId, email, role, address, JSON.stringify(input)])
    if (entries.length < exportPageSize) return
    startingAfter = entries.at(-1)?.id
  }
}
