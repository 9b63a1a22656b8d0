/** One PostgreSQL connection that stays open, for callers that cannot wait for a pool to create or lend one. */
import type pg from 'pg'
import { openPool } from './pool.js'

export interface DedicatedConnection {
  /** Runs `work` on the connection, one call at a time. After failed work or a lost connection the next call gets a new one. */
  use<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /** Waits for running work, then disconnects. */
  close(): Promise<void>
}

/** Connects at the first use. */
export function openDedicatedConnection(options: pg.PoolConfig, onError: (error: Error) => void): DedicatedConnection {
  // Two connections, so that a hanging one does not block its replacement while it is being closed.
  const pool = openPool({ ...options, max: 2 }, onError)
  let current: Promise<pg.PoolClient> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const release = async (connection: Promise<pg.PoolClient>, error?: Error) => {
    if (current !== connection) return
    current = undefined
    const client = await connection.catch(() => undefined)
    client?.release(error)
  }
  const connect = () => {
    const connection = pool.connect()
    connection.then(
      (client) => client.once('error', (error) => void release(connection, error)),
      () => undefined,
    ) // the caller of `use` receives the error
    return connection
  }
  const run = async <Result>(work: (client: pg.PoolClient) => Promise<Result>) => {
    const connection = (current ??= connect())
    try {
      return await work(await connection)
    } catch (error) {
      await release(connection, error as Error)
      throw error
    }
  }
  return {
    use(work) {
      const result = queue.then(() => run(work))
      queue = result.catch(() => undefined) // the caller receives the error
      return result
    },
    async close() {
      await queue
      if (current) await release(current)
      await pool.end()
    },
  }
}
