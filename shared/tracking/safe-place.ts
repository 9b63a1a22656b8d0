/** Where a batch of clicks is made durable before its visitors are answered, and the one place that knows which it is. */
import type pg from 'pg'
import { type Config, requireDatabaseUrl } from '../kernel/config.js'
import type { Log } from '../kernel/log.js'
import { openPool } from '../kernel/plain-pool.js'
import type { Queues } from '../kernel/queues.js'
import { seconds } from '../kernel/time.js'
import type { ClickBatch } from './click-batch.js'
import { ingestClicks } from './jobs.js'
import { keepBatch } from './waiting-clicks.queries.js'

export interface SafePlace {
  name: 'queue' | 'table'
  /** Resolves when the batch would survive a crash, and a worker will come for it. Keeping it again changes nothing. */
  keep(batch: ClickBatch): Promise<void>
  close(): Promise<void>
}

/** The queue where it is Redis. PostgreSQL is one itself, and quicker where a batch is one row: a job of the queue is several statements. */
export const openSafePlace = ({ queues, config, log }: { queues: Queues; config: Config; log: Log }): SafePlace => (queues.backend === 'redis' ? onQueue(queues) : inTable(config, log))

function onQueue(queues: Queues): SafePlace {
  const queue = queues.queue(ingestClicks.queue)
  const { name, attempts, backoff } = ingestClicks
  return {
    name: 'queue',
    keep: async (batch) => void (await queue.add(name, { payload: batch, workspaceId: null }, { jobId: batch.id, attempts, backoff })),
    close: async () => undefined,
  }
}

/**
 * On a connection that is held for good: a redirect must wait neither for the API's requests nor for a connection to be made or lent.
 * When it fails, or says nothing for too long, the next batch gets a new one.
 */
export function inTable(config: Config, log: Log): SafePlace {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection for clicks failed and is being replaced')
  const pool = openPool({ connectionString: requireDatabaseUrl(config), max: 2, query_timeout: seconds(1.5) }, onError)
  let held: Promise<pg.PoolClient> | undefined
  const giveBack = async (connection: Promise<pg.PoolClient> | undefined, error?: Error) => {
    if (!connection || held !== connection) return
    held = undefined
    const client = await connection.catch(() => undefined)
    client?.release(error)
  }
  const hold = () => {
    const connection = pool.connect()
    held = connection
    connection.then((client) => client.once('error', (error) => void giveBack(connection, error)), () => undefined) // whoever asked is told
    return connection
  }
  const keepNow = async (batch: ClickBatch) => {
    const connection = held ?? hold()
    try {
      await keepBatch(await connection, { id: batch.id, batch: JSON.stringify(batch) })
    } catch (error) {
      await giveBack(connection, error as Error)
      throw error
    }
  }
  // One after the other: what leaves the spool meets what has just arrived.
  let turn: Promise<unknown> = Promise.resolve()
  return {
    name: 'table',
    keep(batch) {
      const kept = turn.then(() => keepNow(batch))
      turn = kept.catch(() => undefined) // whoever asked is told
      return kept
    },
    async close() {
      await turn
      await giveBack(held)
      await pool.end()
    },
  }
}
