import type pg from 'pg'
import { readInPlainTransaction } from '../../kernel/plain-pool.js'
import type { InSnapshot } from './check.js'
import { checks } from './checks.js'
import { type Difference, mostNamed, type VerificationReport } from './report.js'
import { workspacesToRecount } from './verification.queries.js'

// Compiling pays for none of the statements, and sums of many groups go to the disk instead of the memory.
const begin = `begin isolation level repeatable read read only; set local jit = off; set local work_mem = '64MB'; set local max_parallel_workers_per_gather = 1`

/**
 * Reckons every figure anew from the events and answers what differs. Each part is read as of one moment, so it may run while events
 * arrive; nothing is changed. `only` names workspaces, where not all are meant.
 */
export async function verifyFigures({ pool, now }: { pool: pg.Pool; now(): Date }, only?: readonly string[]): Promise<VerificationReport> {
  const startedAt = now().toISOString()
  const inSnapshot: InSnapshot = (read) => readInPlainTransaction(pool, read, begin)
  const rows: Record<string, number> = Object.fromEntries(checks.map(({ table }) => [table, 0]))
  const found: Difference[] = []
  let differences = 0
  for (const workspaceId of only ?? (await inSnapshot(workspacesToRecount))) {
    for (const { table, parts } of checks) {
      for await (const { compared, wrong, named } of parts(workspaceId, inSnapshot)) {
        rows[table] = (rows[table] ?? 0) + compared
        differences += wrong
        found.push(...named.slice(0, mostNamed - found.length).map((one) => ({ table, ...one })))
      }
    }
  }
  return { startedAt, finishedAt: now().toISOString(), rows, differences, found }
}
