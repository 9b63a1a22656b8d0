import { z } from 'zod'
import { operationJob } from '../background-operations/index.js'
import { contract } from '../kernel/queue/contract.js'
import { seconds } from '../kernel/time.js'
import { decodeClickBatch } from './click-batch-text.js'
import { ClickBatch } from './click-batch.js'

/**
 * Practically never given up, because every answered click must be counted. The delay stays short: after a long outage, clicks are ingested
 * as soon as the database is back, not an hour later.
 */
export const ingestClicks = contract({
  name: 'tracking.ingest-clicks',
  queue: 'clicks',
  payload: z.preprocess(decodeClickBatch, ClickBatch),
  attempts: 100_000,
  backoff: { type: 'fixed', delay: seconds(3), jitter: 0.5 },
})

/** Drains the click queue. Runs every second, and sooner when a process has recorded clicks. */
export const ingestQueuedClicksJob = contract({
  name: 'tracking.ingest-queued-clicks',
  queue: 'clicks',
  payload: z.null(),
  attempts: 1,
})

/** Passes counted clicks on to ClickHouse. Scheduled, and started when clicks were counted. */
export const writeClickBlocksJob = contract({
  name: 'tracking.write-click-blocks',
  queue: 'clicks',
  payload: z.null(),
  attempts: 1,
})

export const recomputeAttributionJob = operationJob('tracking.recompute-attribution', 'bulk')

/** Erases the events of deleted customers. Scheduled, and started when a customer was deleted. */
export const eraseCustomersJob = contract({
  name: 'tracking.erase-customers',
  queue: 'bulk',
  payload: z.null(),
  attempts: 1,
})
