/**
 * The clicks of a benchmark in DuckDB, for comparison: a column store in one process. Its package of seventy megabytes is no dependency:
 * `npm install --no-save @duckdb/node-api` adds it.
 */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

const packageName = '@duckdb/node-api'

export interface DuckDb {
  /** Runs a query over `clicks` and reads its rows. */
  query(sql: string): Promise<unknown>
  close(): void
}

/** Dictionary columns whose texts the table has, with the parts of their values. */
const texts = {
  link_id: ['link', 1],
  country: ['country', 2],
  city: ['place', 4],
  device: ['client', 1],
  browser: ['client', 2],
  referer: ['referer', 1],
  url: ['url', 1],
} as const

/** Copies all clicks of the database. Null if DuckDB is not installed. */
export async function openDuckDb(pool: pg.Pool, directory: string): Promise<DuckDb | null> {
  const loaded = await import(packageName).catch(() => null)
  if (loaded === null) return null
  const instance = await loaded.DuckDBInstance.create(':memory:', { threads: '2' })
  const connection = await instance.connect()
  const numbers = [...new Set(Object.values(texts).map(([column]) => column))]
  const read = async (sql: string, columns: string) => {
    const path = join(directory, 'duckdb.csv')
    await copyToFile(pool, sql, path)
    return { from: `read_csv('${path}', header = false, columns = {${columns}})`, done: () => rm(path) }
  }
  const clicks = await read(
    `select timestamp at time zone 'UTC', ('x' || encode(substring(identity_hash for 8), 'hex'))::bit(64)::bigint, ${numbers.join(', ')} from click_events`,
    `'timestamp': 'TIMESTAMP', 'visitor': 'BIGINT', ${numbers.map((name) => `'${name}': 'INTEGER'`).join(', ')}`,
  )
  await connection.run(`create table numbered as select * from ${clicks.from}`)
  await clicks.done()
  const values = await read(
    'select id, parts[1], parts[2], parts[4] from dimension_values',
    `'id': 'INTEGER', 'part1': 'VARCHAR', 'part2': 'VARCHAR', 'part4': 'VARCHAR'`,
  )
  await connection.run(`create table texts as select * from ${values.from}`)
  await values.done()
  const joins = Object.entries(texts).map(([name, [column]]) => `join texts as of_${name} on of_${name}.id = numbered.${column}`)
  await connection.run(`create table clicks as select timestamp, visitor,
    ${Object.entries(texts)
      .map(([name, [, part]]) => `of_${name}.part${part} as ${name}`)
      .join(', ')} from numbered ${joins.join(' ')}`)
  await connection.run('drop table numbered')
  return { query: async (sql) => (await connection.runAndReadAll(sql)).getRows(), close: () => connection.closeSync() }
}

async function copyToFile(pool: pg.Pool, sql: string, path: string): Promise<void> {
  const client = await pool.connect()
  try {
    await pipeline(client.query(copyTo(`copy (${sql}) to stdout (format csv)`)), createWriteStream(path))
  } finally {
    client.release()
  }
}
