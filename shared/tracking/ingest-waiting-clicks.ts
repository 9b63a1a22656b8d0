/** Click batches that wait in the database become rows: taken, written and deleted in one transaction, so that each is written once. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../kernel/log.js'
import { enqueueOn } from '../kernel/outbox.js'
import { inPlainTransaction } from '../kernel/plain-pool.js'
import type { JobScope } from '../kernel/scope.js'
import { seconds } from '../kernel/time.js'
import { ClickBatch } from './click-batch.js'
import { havePartitions, mostClicks, writeBatches } from './ingest-clicks.js'
import { ingestClicks } from './jobs.js'
import type { PlaceDatabase } from './visitor/place.js'
import { placesOf } from './visitor/place-of-config.js'
import { takeBatches, type WaitingBatch } from './waiting-clicks.queries.js'

/** Milliseconds between two looks when nothing more waits. Nobody need tell of a new batch, and what arrives meanwhile shares a transaction. */
const breath = 200
const mostBatches = 100

/**
 * Goes on until told to stop. Any number of processes may do so at once. While somebody reads as of one moment, be it a dump or a recount,
 * what was taken stays in the index and is passed over at every look: so looks begin behind the last one, and only at times at the
 * beginning, where a slower process may have put an older batch.
 */
export async function ingestWaitingClicks({ pool, config, log }: JobScope, stop: AbortSignal): Promise<void> {
  const places = await placesOf(config)
  let [most, after, wholeAt] = [1, '', 0]
  while (!stop.aborted) {
    const began = Date.now()
    if (began >= wholeAt) after = ''
    const { batches, clicks, last } = await ingestWaiting({ pool, places, log }, most, after)
    if (after === '') wholeAt = began + Math.max(seconds(1), 10 * (Date.now() - began))
    if (batches < most) await pause(breath, undefined, { signal: stop }).catch(() => undefined) // told to stop while it waits
    if (batches > 0) [most, after] = [Math.min(mostBatches, Math.ceil((batches * mostClicks) / Math.max(1, clicks))), last]
  }
}

interface Ingesting {
  pool: pg.Pool
  places: PlaceDatabase
  log: Log
}

/** Takes the longest waiting batches and answers what they were. One that cannot be written becomes a job, which says why and is tried again, and holds up no other. */
export function ingestWaiting({ pool, places, log }: Ingesting, most: number, after = ''): Promise<{ batches: number; clicks: number; last: string }> {
  return inPlainTransaction(pool, async (client) => {
    const taken = await takeBatches(client, most, after)
    const refused: WaitingBatch[] = []
    const refuse = (one: WaitingBatch, error: unknown) => {
      log.error({ err: error, batch: one.id }, 'a batch of clicks was refused and is a job now')
      refused.push(one)
    }
    const sound = await readBatches(pool, taken, refuse)
    const write = (batches: ClickBatch[]) => undone(client, () => writeBatches(client, places, batches))
    if (sound.length > 0 && (await write(sound.map(({ batch }) => batch)))) {
      for (const { row, batch } of sound) {
        const failed = await write([batch])
        if (failed) refuse(row, failed.error)
      }
    }
    if (refused.length > 0) await enqueueOn(client, ingestClicks, refused.map(payloadOf))
    return { batches: taken.length, clicks: sound.reduce((sum, { batch }) => sum + batch.clicks.length, 0), last: taken.at(-1)?.id ?? after }
  })
}

interface Sound {
  row: WaitingBatch
  batch: ClickBatch
}

/** Partitions are made before anything is written: they need a lock that a writing transaction would keep from them. */
async function readBatches(pool: pg.Pool, rows: WaitingBatch[], refuse: (row: WaitingBatch, error: unknown) => void): Promise<Sound[]> {
  const sound: Sound[] = []
  for (const row of rows) {
    try {
      const batch = ClickBatch.parse(row.batch)
      await havePartitions(pool, [batch])
      sound.push({ row, batch })
    } catch (error) {
      refuse(row, error)
    }
  }
  return sound
}

/** Does the work, or undoes all of it and answers why; the transaction goes on. */
async function undone(client: pg.PoolClient, work: () => Promise<void>): Promise<{ error: unknown } | null> {
  await client.query('savepoint before_work')
  try {
    await work()
    await client.query('release savepoint before_work')
    return null
  } catch (error) {
    await client.query('rollback to savepoint before_work')
    return { error }
  }
}

/** Jobs cannot hold the character 0. */
const payloadOf = ({ batch }: WaitingBatch): unknown => JSON.parse(JSON.stringify(batch), (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
