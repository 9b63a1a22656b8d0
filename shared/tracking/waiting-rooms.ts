/** Where click batches wait, as a worker sees it: what it takes from there is written once, whenever a process dies. */
import type pg from 'pg'
import { inPlainTransaction } from '../kernel/plain-pool.js'
import type { Queues } from '../kernel/queues.js'
import type { Stream } from '../kernel/redis-stream.js'
import { seconds } from '../kernel/time.js'
import { ingestClicks } from './jobs.js'
import { takeBatches, type WaitingBatch } from './waiting-clicks.queries.js'

/**
 * Takes the longest waiting, `most` at most, and has them written in one transaction; answers what they were. When that fails, they wait
 * again.
 */
export type WaitingRoom = (
  most: number,
  write: (client: pg.PoolClient, batches: WaitingBatch[]) => Promise<void>,
) => Promise<WaitingBatch[]>

/** The table also beside Redis, but seldom: nothing stays behind when an installation changes over. */
export function waitingRooms({ pool, queues }: { pool: pg.Pool; queues: Queues }): WaitingRoom[] {
  const stream = queues.stream(ingestClicks.queue)
  return stream ? [streamRoom(pool, stream), seldom(tableRoom(pool))] : [tableRoom(pool)]
}

/** A room that is left alone for a second when nothing more was in it. */
function seldom(room: WaitingRoom): WaitingRoom {
  let next = 0
  return async (most, write) => {
    if (Date.now() < next) return []
    const taken = await room(most, write)
    if (taken.length < most) next = Date.now() + seconds(1)
    return taken
  }
}

/**
 * Batches are taken by the transaction that writes them. While somebody reads as of one moment, be it a dump or a recount, what was taken
 * stays in the index and is passed over at every look: so looks begin behind the last one, and only at times at the beginning, where a
 * slower process may have put an older batch.
 */
export function tableRoom(pool: pg.Pool): WaitingRoom {
  let [after, wholeAt] = ['', 0]
  return async (most, write) => {
    const began = Date.now()
    const from = began >= wholeAt ? '' : after
    const taken = await inPlainTransaction(pool, async (client) => {
      const batches = await takeBatches(client, most, from)
      await write(client, batches)
      return batches
    })
    if (from === '') wholeAt = began + Math.max(seconds(1), 10 * (Date.now() - began))
    after = taken.at(-1)?.id ?? from
    return taken
  }
}

/** Batches leave the stream after the commit. One that is lent a second time was written by then, and ids of batches are remembered. */
export function streamRoom(pool: pg.Pool, stream: Stream): WaitingRoom {
  return async (most, write) => {
    const entries = await stream.take(most)
    const batches = entries.map(({ id, text }) => ({ id, batch: contentOf(text) }))
    if (batches.length > 0) await inPlainTransaction(pool, (client) => write(client, batches))
    await stream.done(entries)
    return batches
  }
}

/** What is no JSON is no batch either, and is refused as such. */
function contentOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
