/** Refreshes the planner's statistics after a large write. The server itself would take a minute to notice, with slow plans until then. */
import type { Scope } from '../scope.js'

/** Fewer written rows do not change plans. */
const minWrittenRows = 10_000

/** Share of a table that must have changed since its last statistics. */
const minChangedShare = 0.1

/**
 * Analyzes those of the tables whose statistics are older than the write and no longer describe the table. Safe to repeat: new statistics
 * are newer than the write. Skips tables that the server is analyzing or vacuuming.
 */
export async function analyzeWrittenTables(
  { pool }: Pick<Scope, 'pool'>,
  tables: readonly string[],
  { rows, finishedAt }: { rows: number; finishedAt: Date },
): Promise<void> {
  if (rows < minWrittenRows) return
  const { rows: outdated } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c left join pg_stat_all_tables s on s.relid = c.oid
     where c.oid = any ($1::text[]::regclass[]) and coalesce(greatest(s.last_analyze, s.last_autoanalyze), '-infinity') < $2
       and coalesce(s.n_mod_since_analyze, 0) + $3::bigint >= c.reltuples * $4::float`,
    [tables, finishedAt, rows, minChangedShare],
  )
  for (const { name } of outdated) await pool.query(`analyze (skip_locked) ${name}`)
}
