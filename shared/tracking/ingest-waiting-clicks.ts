/** Click batches that wait for a worker become rows. One that cannot be written becomes a job and holds up no other. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { stir } from '../kernel/give-back-memory.js'
import type { Log } from '../kernel/log.js'
import { enqueueOn } from '../kernel/outbox.js'
import type { JobScope } from '../kernel/scope.js'
import { ClickBatch } from './click-batch.js'
import { havePartitions, mostClicks, writeBatches } from './ingest-clicks.js'
import { ingestClicks } from './jobs.js'
import { placesOf } from './visitor/place-of-config.js'
import type { PlaceDatabase } from './visitor/place.js'
import type { WaitingBatch } from './waiting-clicks.queries.js'
import { type WaitingRoom, waitingRooms } from './waiting-rooms.js'

/** Milliseconds between two looks when nothing more waits. Nobody need tell of a new batch, and what arrives meanwhile shares a transaction. */
const breath = 200
const mostBatches = 100
/** Then the next room has its turn. */
const mostTakes = 20

/** Goes on until told to stop. Any number of processes may do so at once. */
export async function ingestWaitingClicks({ pool, queues, config, log }: JobScope, stop: AbortSignal): Promise<void> {
  const ingesting = { pool, places: await placesOf(config), log }
  const looks = waitingRooms({ pool, queues }).map((room): Look => ({ room, most: 1 }))
  while (!stop.aborted) {
    let isMore = false
    for (const look of looks) isMore = (await empty(ingesting, look, stop)) || isMore
    if (!isMore) await pause(breath, undefined, { signal: stop }).catch(() => undefined) // told to stop while it waits
  }
}

interface Look {
  room: WaitingRoom
  /** Batches that make about as many clicks as one transaction should have. */
  most: number
}

/**
 * Takes once; where more waits, goes on in two lanes: while the database writes the one, the other is prepared. Answers whether there was
 * more.
 */
async function empty(ingesting: Ingesting, look: Look, stop: AbortSignal): Promise<boolean> {
  if (!(await take(ingesting, look))) return false
  const lane = async () => {
    for (let takes = 0; takes < mostTakes && !stop.aborted && (await take(ingesting, look)); takes++);
  }
  await Promise.all([lane(), lane()])
  return true
}

/** Answers whether there was all that may be taken. */
async function take(ingesting: Ingesting, look: Look): Promise<boolean> {
  const { most } = look
  const { batches, clicks } = await ingestWaiting(ingesting, look.room, most)
  if (batches === 0) return false
  stir()
  look.most = Math.min(mostBatches, Math.ceil((batches * mostClicks) / Math.max(1, clicks)))
  return batches >= most
}

interface Ingesting {
  pool: pg.Pool
  places: PlaceDatabase
  log: Log
}

/** Takes the longest waiting batches, has them written, and answers how many they were. */
export async function ingestWaiting(ingesting: Ingesting, room: WaitingRoom, most: number): Promise<{ batches: number; clicks: number }> {
  let clicks = 0
  const taken = await room(most, async (client, batches) => {
    clicks = await writeOrRefuse(client, ingesting, batches)
  })
  return { batches: taken.length, clicks }
}

/**
 * Writes them, all together if that can be done, else one by one, and answers how many clicks were in them. One that cannot be written
 * becomes a job, which says why and is tried again.
 */
async function writeOrRefuse(client: pg.PoolClient, { pool, places, log }: Ingesting, taken: WaitingBatch[]): Promise<number> {
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
  return sound.reduce((sum, { batch }) => sum + batch.clicks.length, 0)
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
const payloadOf = ({ batch }: WaitingBatch): unknown =>
  JSON.parse(JSON.stringify(batch), (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
