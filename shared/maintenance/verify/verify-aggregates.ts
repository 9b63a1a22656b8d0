import type pg from 'pg'
import { withReadTransaction } from '../../kernel/db/pool.js'
import { type InSnapshot, maxSamples } from '../../rollups/index.js'
import { checks } from './checks.js'
import type { Difference, VerificationReport } from './verification-report.js'
import { workspacesToVerify } from './verification.queries.js'

// JIT compilation does not pay off for these statements. The memory limit makes large groupings spill to disk.
const begin = `begin isolation level repeatable read read only; set local jit = off; set local work_mem = '64MB'; set local max_parallel_workers_per_gather = 1`

/**
 * Recomputes all aggregates from the events and reports differences. Changes nothing. Each part is read from one snapshot, so events may
 * arrive meanwhile. `onlyWorkspaces` limits the verification to these workspaces.
 */
export async function verifyAggregates(
  { pool, now }: { pool: pg.Pool; now(): Date },
  onlyWorkspaces?: readonly string[],
): Promise<VerificationReport> {
  const startedAt = now().toISOString()
  const inSnapshot: InSnapshot = (read) => withReadTransaction(pool, read, begin)
  const rows: Record<string, number> = Object.fromEntries(checks.map(({ table }) => [table, 0]))
  const found: Difference[] = []
  let differences = 0
  for (const workspaceId of onlyWorkspaces ?? (await inSnapshot(workspacesToVerify))) {
    for (const { table, run } of checks) {
      for await (const { compared, wrong, samples } of run(workspaceId, inSnapshot)) {
        rows[table] = (rows[table] ?? 0) + compared
        differences += wrong
        found.push(...samples.slice(0, maxSamples - found.length).map((one) => ({ table, ...one })))
      }
    }
  }
  return { startedAt, finishedAt: now().toISOString(), rows, differences, found }
}
