/** Plain connections to PostgreSQL, for the hot paths and for SQL that no ORM should touch. */
import pg from 'pg'
import { seconds } from './time.js'

// Counters are 64-bit in the database and numbers in the program: nine quadrillion is enough for cents and clicks.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A pool that outlives its server: connections that end by themselves are reported once and replaced. */
export function openPool({ connectionTimeoutMillis = seconds(5), ...options }: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, connectionTimeoutMillis, ...options })
  pool.on('error', onError)
  // A connection in use that ends between two statements would otherwise end the process; whoever uses it hears from its next statement.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Runs `work` in a transaction of its own on one connection; `begin` may say more about it. When it throws, nothing has happened, and the
 * connection is not given back: its state is unknown.
 */
export const inPlainTransaction = <Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>, begin = 'begin') =>
  holding(pool, async (client) => {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  })

/** The same for what only reads. It ends behind the caller's back: there is nothing that could fail to be kept. */
export const readInPlainTransaction = <Result>(pool: pg.Pool, read: (client: pg.PoolClient) => Promise<Result>, begin: string) =>
  holding(pool, async (client) => {
    await client.query(begin)
    const result = await read(client)
    client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
    return result
  })

/** Whoever uses the connection gives it back; when that throws, it is closed. */
async function holding<Result>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    return await use(client)
  } catch (error) {
    client.release(error instanceof Error ? error : true)
    throw error
  }
}
