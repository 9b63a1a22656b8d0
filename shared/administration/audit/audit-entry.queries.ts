import { isoInstant } from '../../kernel/db/iso-instant.js'
import type { Scope } from '../../kernel/scope.js'
import type { AuditEntry, GetAuditEntries } from './audit-entry.schema.js'

export interface NewAuditEntry {
  id: string
  operation: string
  path: string
  userId: string | null
  email: string | null
  role: string
  address: string
  /** JSON. */
  input: string
  createdAt: Date
}

export async function insertAuditEntry({ em }: Pick<Scope, 'em'>, entry: NewAuditEntry): Promise<void> {
  const { id, operation, path, userId, email, role, address, input, createdAt } = entry
  await em.execute(
    `insert into admin_audit_entries (id, operation, path, user_id, email, role, address, input, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?)`,
    [id, operation, path, userId, email, role, address, input, createdAt],
  )
}

/** Newest first. */
export const auditEntriesMatching = (
  { em }: Pick<Scope, 'em'>,
  { operation, userId, start, end, startingAfter }: Omit<GetAuditEntries, 'pageSize'>,
  limit: number,
): Promise<AuditEntry[]> => {
  const filters: [sql: string, value: unknown][] = [
    ['operation = ?', operation],
    ['user_id = ?', userId],
    ['created_at >= ?', start],
    ['created_at < ?', end],
    ['id < ?', startingAfter],
  ]
  const used = filters.filter(([, value]) => value !== undefined)
  return em.execute(
    `select id, operation, path, user_id as "userId", email, role, address, input, ${isoInstant('created_at')} as "createdAt"
     from admin_audit_entries where ${['true', ...used.map(([sql]) => sql)].join(' and ')} order by id desc limit ?`,
    [...used.map(([, value]) => value), limit],
  )
}
