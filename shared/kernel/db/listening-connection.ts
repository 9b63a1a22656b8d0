/** A connection that receives notifications of PostgreSQL, and is replaced after a loss. */
import pg from 'pg'
import { seconds } from '../time.js'
import { withTimeout } from '../with-timeout.js'

/** A connection that does not answer within this time is replaced: a network partition can drop it without an error. */
const answerTimeoutMs = seconds(10)
/** Longer than that time, so that pings do not queue. */
const pingIntervalMs = seconds(15)

export interface ListeningConnectionOptions {
  channels: readonly string[]
  onNotification(channel: string, payload: string): void
  /** The connection was replaced: notifications may have been missed before, and arrive from now on. */
  onGap(): void
  onError(error: Error): void
}

export interface ListeningConnection {
  /**
   * Sends a notification through this connection. If it listens to the channel, it receives all notifications of transactions that were
   * committed before, then this one. Rejects while the connection is lost.
   */
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

/** Sends a notification through any connection of the pool. */
export async function notifyThroughPool(pool: pg.Pool, channel: string, payload: string): Promise<void> {
  await pool.query('select from pg_notify($1, $2)', [channel, payload])
}

const answer = (client: pg.Client, statement: string) =>
  withTimeout(client.query(statement), answerTimeoutMs, () => new Error('The connection that listens to PostgreSQL does not answer'))

/** Connects and listens. Rejects if the first connection fails. Channels must be plain lower-case names. */
export async function openListeningConnection(config: pg.ClientConfig, options: ListeningConnectionOptions): Promise<ListeningConnection> {
  const { channels, onNotification, onGap, onError } = options
  let isClosed = false
  let current = await connect()

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...config, keepAlive: true })
    // Any user of the database may notify, without a privilege: a notification that cannot be read must not end the process.
    client.on('notification', ({ channel, payload = '' }) => {
      try {
        onNotification(channel, payload)
      } catch (error) {
        onError(error as Error)
      }
    })
    client.on('error', onError)
    try {
      await client.connect()
      // Nothing that is sent here needs to survive a crash of the server, so that sending need not wait for its disk.
      await answer(client, [...channels.map((channel) => `listen ${channel}`), 'set synchronous_commit = off'].join(';'))
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    // Registered only now, so that a failed connection attempt does not start a second reconnect loop.
    const pings = setInterval(() => void ping(client), pingIntervalMs).unref()
    client.on('end', () => {
      clearInterval(pings)
      void reconnect()
    })
    return client
  }

  async function ping(client: pg.Client): Promise<void> {
    try {
      await answer(client, 'select 1')
    } catch (error) {
      onError(error as Error)
      await client.end()
    }
  }

  async function reconnect(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, seconds(0.5)).unref())
    if (isClosed) return
    try {
      current = await connect()
    } catch (error) {
      onError(error as Error)
      return reconnect()
    }
    if (isClosed) return current.end()
    onGap()
  }

  return {
    async notify(channel, payload) {
      await current.query('select pg_notify($1, $2)', [channel, payload])
    },
    async close() {
      isClosed = true
      await current.end()
    },
  }
}
