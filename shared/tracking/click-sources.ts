/** Sources of queued click batches for workers. A batch is written exactly once, even if a process dies in between. */
import type pg from 'pg'
import { withTransaction } from '../kernel/db/pool.js'
import type { Queues } from '../kernel/queue/queues.js'
import type { Stream } from '../kernel/queue/redis-stream.js'
import { seconds } from '../kernel/time.js'
import { decodeClickBatch } from './click-batch-text.js'
import { ingestClicks } from './jobs.js'
import { takeQueuedBatches, type QueuedBatchText } from './queued-clicks.queries.js'

export interface QueuedBatch {
  id: string
  /** Not validated. The text of the queue if it could not be decoded. */
  batch: unknown
}

/** Takes up to `limit` of the oldest batches, passes them to `write` in one transaction, and returns them. If that fails, they stay queued. */
export type ClickSource = (limit: number, write: (client: pg.PoolClient, batches: QueuedBatch[]) => Promise<void>) => Promise<QueuedBatch[]>

/** With Redis the table is polled too, but rarely, so that nothing is left behind when an installation starts to use Redis. */
export function openClickSources({ pool, queues }: { pool: pg.Pool; queues: Queues }): ClickSource[] {
  const stream = queues.stream(ingestClicks.queue)
  return stream ? [streamClickSource(pool, stream), pollSlowly(tableClickSource(pool))] : [tableClickSource(pool)]
}

/** Skips polls for a second after the source was empty. */
function pollSlowly(source: ClickSource): ClickSource {
  let next = 0
  return async (limit, write) => {
    if (performance.now() < next) return []
    const batches = await source(limit, write)
    if (batches.length < limit) next = performance.now() + seconds(1)
    return batches
  }
}

/**
 * The transaction that writes the batches deletes them. While a long snapshot is open (a dump or a verification), deleted rows stay in the
 * index and every poll would scan them; so a poll starts behind the last batch taken, and only from time to time at the beginning, where a
 * slower process may have inserted an older one.
 */
export function tableClickSource(pool: pg.Pool): ClickSource {
  let [after, nextFullScan] = ['', 0]
  return async (limit, write) => {
    const began = performance.now()
    const from = began >= nextFullScan ? '' : after
    const taken = await withTransaction(pool, async (client) => {
      const batches = (await takeQueuedBatches(client, limit, from)).map(decode)
      await write(client, batches)
      return batches
    })
    if (from === '') nextFullScan = began + Math.max(seconds(1), 10 * (performance.now() - began))
    after = taken.at(-1)?.id ?? from
    return taken
  }
}

/**
 * Batches are acknowledged after the commit. One that is delivered a second time was written by then, and is ignored because batch ids are
 * recorded.
 */
export function streamClickSource(pool: pg.Pool, stream: Stream): ClickSource {
  return async (limit, write) => {
    const entries = await stream.claim(limit)
    const batches = entries.map(decode)
    if (batches.length > 0) await withTransaction(pool, (client) => write(client, batches))
    await stream.acknowledge(entries)
    return batches
  }
}

const decode = ({ id, text }: QueuedBatchText): QueuedBatch => ({ id, batch: decodeClickBatch(text) })
