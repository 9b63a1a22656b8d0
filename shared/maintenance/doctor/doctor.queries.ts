import type pg from 'pg'
import { describeServerSql, type ServerFacts } from '../../kernel/db/supported-server.js'

type Reading = Pick<pg.Pool, 'query'>

async function firstRow<Row extends pg.QueryResultRow>(pool: Reading, sql: string): Promise<Row | undefined> {
  return (await pool.query<Row>(sql)).rows[0]
}

export const serverFacts = (pool: Reading): Promise<(ServerFacts & { name: string }) | undefined> =>
  firstRow(pool, `select facts.*, current_database() as name from (${describeServerSql}) facts`)

export async function hasTables(pool: Reading): Promise<boolean> {
  return (await firstRow<{ exists: boolean }>(pool, `select to_regclass('public.workspaces') is not null as exists`))?.exists ?? false
}

export async function installedExtensions(pool: Reading): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>('select extname as name from pg_extension')
  return new Set(rows.map(({ name }) => name))
}

/** Milliseconds since 1970. */
export async function databaseTime(pool: Reading): Promise<number> {
  return (await firstRow<{ at: number }>(pool, 'select extract(epoch from clock_timestamp())::float8 * 1000 as at'))?.at ?? 0
}

export async function waitingWork(pool: Reading): Promise<{ oldest: Date | null; batches: number }> {
  const row = await firstRow<{ oldest: Date | null; batches: number }>(
    pool,
    'select (select min(created_at) from outbox) as oldest, (select count(*)::int from queued_click_batches) as batches',
  )
  return row ?? { oldest: null, batches: 0 }
}

export const lastVerification = (pool: Reading): Promise<{ at: Date; differences: number } | undefined> =>
  firstRow(pool, 'select finished_at as at, differences::int as differences from verification_reports order by finished_at desc limit 1')

export async function domainsInUse(pool: Reading, limit: number): Promise<{ id: string; slug: string }[]> {
  const sql = 'select id, slug from domains where not archived and workspace_id is not null order by id limit $1'
  return (await pool.query<{ id: string; slug: string }>(sql, [limit])).rows
}
