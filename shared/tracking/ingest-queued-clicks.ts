/** Ingests queued click batches. A batch that cannot be written becomes a job, so that it does not block the others. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { enqueueInTransaction } from '../kernel/queue/outbox.js'
import type { Queues } from '../kernel/queue/queues.js'
import { markActive } from '../kernel/release-idle-memory.js'
import type { JobScope, Scope } from '../kernel/scope.js'
import { seconds } from '../kernel/time.js'
import { ValueCache } from '../rollups/index.js'
import { ClickBatch } from './click-batch.js'
import { type ClickSource, openClickSources, type QueuedBatch } from './click-sources.js'
import { ensurePartitions, maxClicksPerTransaction, writeBatches } from './ingest-clicks.js'
import { ingestClicks, ingestQueuedClicksJob, writeClickBlocksJob } from './jobs.js'
import { geoDatabaseOf } from './visitor/geo-database-of-config.js'
import type { GeoDatabase } from './visitor/geo-location.js'

/** Pause between two polls of empty queues. Clicks that arrive meanwhile share a transaction. */
const pollIntervalMs = 200
/** While clicks arrive steadily, one job ingests them: it ends when none came for this long. */
const lingerMs = seconds(1)
/** Then the job makes room for another, possibly in another process. */
const sliceMs = seconds(30)
const maxBatches = 100
/** Then the next source is drained. */
const maxTakesPerTurn = 20

/** State of a process that outlives its jobs: what the sources know, and whether one of its jobs drains them. */
interface Ingestion {
  sources: SourceState[]
  isRunning: boolean
}

const ingestions = new WeakMap<pg.Pool, Ingestion>()

/** Ingests queued batches until there are none. Any number of processes may run it at the same time, each of them once. */
export async function ingestQueuedClicks(scope: JobScope, stop: AbortSignal): Promise<void> {
  const { pool, queues, config } = scope
  const ingestion = ingestions.get(pool) ?? openIngestion(pool, queues)
  if (ingestion.isRunning) return
  ingestion.isRunning = true
  try {
    const context = { scope, geo: await geoDatabaseOf(config) }
    if (await drainUntilEmpty(context, ingestion.sources, stop)) queues.wake(ingestQueuedClicksJob)
  } finally {
    ingestion.isRunning = false
  }
}

function openIngestion(pool: pg.Pool, queues: Queues): Ingestion {
  const sources = openClickSources({ pool, queues }).map((source): SourceState => ({ source, batchLimit: 1, taken: 0 }))
  const ingestion: Ingestion = { sources, isRunning: false }
  ingestions.set(pool, ingestion)
  return ingestion
}

/** Returns whether its time ended first. */
async function drainUntilEmpty(context: IngestionContext, states: SourceState[], stop: AbortSignal): Promise<boolean> {
  const began = performance.now()
  let emptySince = began - lingerMs
  while (!stop.aborted) {
    const takenBefore = countTaken(states)
    let hasMore = false
    for (const state of states) hasMore = (await drain(context, state, stop)) || hasMore
    if (countTaken(states) > takenBefore) emptySince = performance.now()
    if (performance.now() - emptySince >= lingerMs) return false
    if (performance.now() - began >= sliceMs) return true
    if (!hasMore) await pause(pollIntervalMs, undefined, { signal: stop }).catch(() => undefined) // aborted while paused
  }
  return false
}

const countTaken = (states: SourceState[]) => states.reduce((sum, { taken }) => sum + taken, 0)

interface SourceState {
  source: ClickSource
  /** Number of batches that hold about as many clicks as one transaction should write. */
  batchLimit: number
  /** Batches taken so far. */
  taken: number
}

/**
 * Takes once; if more is queued, continues with two workers, so that one prepares a transaction while the database executes the other.
 * Returns whether the source had more.
 */
async function drain(context: IngestionContext, state: SourceState, stop: AbortSignal): Promise<boolean> {
  if (!(await take(context, state))) return false
  const worker = async () => {
    for (let takes = 0; takes < maxTakesPerTurn && !stop.aborted && (await take(context, state)); takes++);
  }
  await Promise.all([worker(), worker()])
  return true
}

/** Returns whether it took as many batches as allowed, so that there may be more. */
async function take(context: IngestionContext, state: SourceState): Promise<boolean> {
  const { batchLimit } = state
  const { batches, clicks } = await ingestFromSource(context, state.source, batchLimit)
  if (batches === 0) return false
  markActive()
  state.taken += batches
  state.batchLimit = Math.min(maxBatches, Math.ceil((batches * maxClicksPerTransaction) / Math.max(1, clicks)))
  return batches >= batchLimit
}

interface IngestionContext {
  scope: Pick<Scope, 'pool' | 'config' | 'log'> & { queues: Pick<Queues, 'wake'> }
  geo: GeoDatabase
}

/** Takes the oldest batches, writes them, and returns how many batches and clicks they were. */
export async function ingestFromSource(
  context: IngestionContext,
  source: ClickSource,
  batchLimit: number,
): Promise<{ batches: number; clicks: number }> {
  let clicks = 0
  const queued = await source(batchLimit, async (client, batches) => {
    clicks = await writeOrReject(client, context, batches)
  })
  if (clicks > 0 && context.scope.config.clickHouse) context.scope.queues.wake(writeClickBlocksJob)
  return { batches: queued.length, clicks }
}

/**
 * Writes the batches, all together if possible, otherwise one by one, and returns the number of clicks in valid batches. A batch that
 * cannot be written becomes a job, which reports the error and is retried.
 */
async function writeOrReject(client: pg.PoolClient, { scope, geo }: IngestionContext, queued: QueuedBatch[]): Promise<number> {
  const rejected: QueuedBatch[] = []
  const reject = (batch: QueuedBatch, error: unknown) => {
    scope.log.error({ err: error, batch: batch.id }, 'click batch failed, enqueued as a job')
    rejected.push(batch)
  }
  const valid = await parseBatches(scope.pool, queued, reject)
  const write = (batches: ClickBatch[], cache?: ValueCache) =>
    runInSavepoint(client, () => writeBatches(client, { scope, geo, cache }, batches))
  const all = valid.map(({ batch }) => batch)
  if (valid.length > 0 && (await write(all))) {
    for (const { queuedBatch, batch } of valid) {
      // Not the shared cache: it would get values of the preceding batches, whose transaction may still be rolled back.
      const failed = await write([batch], new ValueCache())
      if (failed) reject(queuedBatch, failed.error)
    }
  }
  if (rejected.length > 0) await enqueueInTransaction(client, ingestClicks, rejected.map(toJobPayload))
  return valid.reduce((sum, { batch }) => sum + batch.clicks.length, 0)
}

interface ValidBatch {
  queuedBatch: QueuedBatch
  batch: ClickBatch
}

/** Creates partitions before anything is written: they need a lock that conflicts with a writing transaction. */
async function parseBatches(
  pool: pg.Pool,
  queuedBatches: QueuedBatch[],
  reject: (queuedBatch: QueuedBatch, error: unknown) => void,
): Promise<ValidBatch[]> {
  const valid: ValidBatch[] = []
  for (const queuedBatch of queuedBatches) {
    try {
      const batch = ClickBatch.parse(queuedBatch.batch)
      await ensurePartitions(pool, [batch])
      valid.push({ queuedBatch, batch })
    } catch (error) {
      reject(queuedBatch, error)
    }
  }
  return valid
}

/** Runs the work in a savepoint. On failure it rolls back to the savepoint and returns the error; the transaction stays usable. */
async function runInSavepoint(client: pg.PoolClient, work: () => Promise<void>): Promise<{ error: unknown } | null> {
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

/** Removes NUL characters and replaces lone surrogates, which PostgreSQL's jsonb cannot store. */
const toJobPayload = ({ batch }: QueuedBatch): unknown =>
  JSON.parse(JSON.stringify(batch), (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value))
