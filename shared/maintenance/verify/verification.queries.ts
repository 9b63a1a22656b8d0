/** Workspaces to verify, and stored reports. */
import type pg from 'pg'
import type { Sql } from '../../rollups/index.js'
import type { VerificationReport } from './verification-report.js'

/** All workspaces, deleted ones with remaining events, and '' for links without a workspace. */
export async function workspacesToVerify(sql: Sql): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `select id from workspaces union select workspace_id from workspace_numbers union select '' order by 1`,
  )
  return rows.map(({ id }) => id)
}

/** Stores a report of all workspaces and deletes all but the latest thirty. */
export async function saveReport(pool: pg.Pool, { startedAt, finishedAt, differences, ...rest }: VerificationReport): Promise<void> {
  // The deletion does not see the new row.
  await pool.query(
    `with stored as (insert into verification_reports (started_at, finished_at, differences, report) values ($1, $2, $3, $4))
     delete from verification_reports where id not in (select id from verification_reports order by id desc limit 29)`,
    [startedAt, finishedAt, differences, JSON.stringify(rest)],
  )
}

export async function latestReport(pool: pg.Pool): Promise<VerificationReport | null> {
  const { rows } = await pool.query<{
    startedAt: Date
    finishedAt: Date
    differences: number
    report: Pick<VerificationReport, 'rows' | 'found'>
  }>(
    'select started_at as "startedAt", finished_at as "finishedAt", differences, report from verification_reports order by id desc limit 1',
  )
  const [row] = rows
  return row
    ? { startedAt: row.startedAt.toISOString(), finishedAt: row.finishedAt.toISOString(), differences: row.differences, ...row.report }
    : null
}
