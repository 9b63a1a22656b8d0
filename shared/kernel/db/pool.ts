/** Plain PostgreSQL connections, for hot paths and for SQL that bypasses the ORM. */
import pg from 'pg'
import { seconds } from '../time.js'
import { watchConnections } from './lost-connections.js'

// 64-bit counters become numbers: 2^53 is enough for cents and clicks.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a pool that survives a server restart: lost connections are reported once and replaced, also those of a server that is gone without
 * a word.
 */
export function openPool({ connectionTimeoutMillis = seconds(5), ...options }: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, connectionTimeoutMillis, ...options })
  const watch = watchConnections(options.connectionString)
  pool.on('connect', watch.add)
  pool.on('error', onError)
  // Without a listener, a checked-out connection lost between two statements would end the process. Its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Runs `work` in a transaction on one connection; `begin` may set its isolation. When `work` throws, the connection is closed instead of
 * returned, which rolls back, because its state is unknown.
 */
export const withTransaction = <Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>, begin = 'begin') =>
  withConnection(pool, async (client) => {
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  })

/** Runs read-only `work` in a transaction. Returns without waiting for the commit, because a failed commit loses nothing. */
export const withReadTransaction = <Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>, begin: string) =>
  withConnection(pool, async (client) => {
    await client.query(begin)
    const result = await work(client)
    client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
    return result
  })

/** Runs `use`, which must release the connection. When it throws, the connection is closed. */
export async function withConnection<Result>(pool: pg.Pool, use: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    return await use(client)
  } catch (error) {
    client.release(error instanceof Error ? error : true)
    throw error
  }
}
