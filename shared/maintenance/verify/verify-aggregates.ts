import type pg from 'pg'
import { clickHouseOf } from '../../clickhouse/index.js'
import type { Config } from '../../kernel/config.js'
import { withReadTransaction } from '../../kernel/db/pool.js'
import { type InSnapshot, maxSamples } from '../../rollups/index.js'
import { activeEventDatabase } from '../../tracking/index.js'
import { checks as checksOfPostgres, checksWithClickHouse } from './checks.js'
import type { Difference, VerificationReport } from './verification-report.js'
import { workspacesToVerify } from './verification.queries.js'

// JIT compilation does not pay off for these statements. The memory limit makes large groupings spill to disk.
const begin = `begin isolation level repeatable read read only; set local jit = off; set local work_mem = '64MB'; set local max_parallel_workers_per_gather = 1`

export interface VerifyContext {
  pool: pg.Pool
  now(): Date
  /** Where ClickHouse is, if it is used. */
  config?: Config
}

/**
 * Recomputes all aggregates from the events and reports differences. Changes nothing. Each part is read from one snapshot, so events may
 * arrive meanwhile. `onlyWorkspaces` limits the verification to these workspaces.
 */
export async function verifyAggregates(
  { pool, now, config }: VerifyContext,
  onlyWorkspaces?: readonly string[],
): Promise<VerificationReport> {
  const startedAt = now().toISOString()
  const inSnapshot: InSnapshot = (read) => withReadTransaction(pool, read, begin)
  const checks = await checksOf({ pool, now, config })
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

async function checksOf({ pool, config, now }: VerifyContext) {
  const clickHouse = config && clickHouseOf(config)
  // Throws if events are in ClickHouse and its address is not known.
  const isUsed = config && (await activeEventDatabase({ pool, config })) === 'clickhouse'
  return isUsed && clickHouse ? checksWithClickHouse({ pool, config, now, clickHouse }) : checksOfPostgres
}
