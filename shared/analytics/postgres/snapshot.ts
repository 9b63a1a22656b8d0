import type pg from 'pg'

export type Sql = Pick<pg.ClientBase, 'query'>

/** Longer than any question that an index or a rollup helps with; a runaway one must not hold a connection for ever. */
const longest = 30_000

/**
 * Everything that `read` asks is seen as of one moment, so that rollups and what is not in them yet fit together. Compiling
 * statements is off: they are short, however many rows they go through.
 */
export async function inSnapshot<Result>(pool: pg.Pool, read: (sql: Sql) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query(`begin isolation level repeatable read read only; set local jit = off; set local work_mem = '32MB'; set local statement_timeout = ${longest}`)
    const result = await read(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A connection that failed in the middle is not given back: its state is unknown.
    client.release(error instanceof Error ? error : true)
    throw error
  }
}
