import { deleteBatch } from '../kernel/db/delete-batch.queries.js'
import { idempotencyKeyLifetime } from '../kernel/idempotency.js'
import type { Scope } from '../kernel/scope.js'
import { days } from '../kernel/time.js'

interface ExpiringTable {
  name: string
  column: string
  /** Null if the column is the time at which a row expires, by the clock of the database. */
  retentionMs: number | null
}

export const expiringTables: readonly ExpiringTable[] = [
  { name: 'short_lived', column: 'expires_at', retentionMs: null },
  { name: 'rate_windows', column: 'ends_at', retentionMs: null },
  { name: 'idempotency_keys', column: 'created_at', retentionMs: idempotencyKeyLifetime },
  // A queue delivers a job again within minutes, or after an outage.
  { name: 'completed_jobs', column: 'at', retentionMs: days(7) },
]

/** Deletes at most `limit` expired rows and returns how many. */
export const deleteExpiredRows = ({ em, now }: Scope, { name, column, retentionMs }: ExpiringTable, limit: number): Promise<number> =>
  retentionMs === null
    ? deleteBatch(em, name, `${column} <= clock_timestamp()`, [], limit)
    : deleteBatch(em, name, `${column} <= ?`, [new Date(now().getTime() - retentionMs)], limit)
