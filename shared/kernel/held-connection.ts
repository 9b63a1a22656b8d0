/** One connection to PostgreSQL that is held for good, for those who may not wait until one is made or lent. */
import type pg from 'pg'
import { openPool } from './plain-pool.js'

export interface HeldConnection {
  /** Works on the connection, one after the other. When work fails or the server ends it, the next gets a new one. */
  use<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /** Waits for what is being done. */
  close(): Promise<void>
}

/** Connects when it is first used. */
export function openHeldConnection(options: pg.PoolConfig, onError: (error: Error) => void): HeldConnection {
  // Two, so that one that hangs is in nobody's way while it is given up.
  const pool = openPool({ ...options, max: 2 }, onError)
  let held: Promise<pg.PoolClient> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const giveBack = async (connection: Promise<pg.PoolClient>, error?: Error) => {
    if (held !== connection) return
    held = undefined
    const client = await connection.catch(() => undefined)
    client?.release(error)
  }
  const hold = () => {
    const connection = pool.connect()
    connection.then(
      (client) => client.once('error', (error) => void giveBack(connection, error)),
      () => undefined,
    ) // whoever asked is told
    return connection
  }
  const inTurn = async <Result>(work: (client: pg.PoolClient) => Promise<Result>) => {
    const connection = (held ??= hold())
    try {
      return await work(await connection)
    } catch (error) {
      await giveBack(connection, error as Error)
      throw error
    }
  }
  return {
    use(work) {
      const done = turn.then(() => inTurn(work))
      turn = done.catch(() => undefined) // whoever asked is told
      return done
    },
    async close() {
      await turn
      if (held) await giveBack(held)
      await pool.end()
    },
  }
}
