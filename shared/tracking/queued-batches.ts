import type { Config } from '../kernel/config.js'
import { sha256 } from '../kernel/hash.js'
import { openQueues, type Queues } from '../kernel/queue/queues.js'
import { decodeClickBatch } from './click-batch-text.js'
import { ingestClicks } from './jobs.js'

const pageSize = 100

export interface QueuedBatchFile {
  /** Safe as a part of a file name. */
  id: string
  /** In the form of the spool. */
  text: string
}

/**
 * The batches in queues that a copy of the database lacks: those in Redis that no worker has ingested, and those that became jobs because
 * they could not be ingested, with the ones ingested in the last hour. A batch may occur twice. Without Redis, the other batches are in a
 * table.
 */
export async function* queuedBatches(config: Config): AsyncGenerator<QueuedBatchFile> {
  const queues = await openQueues(config, { consumes: false, onError: () => undefined })
  try {
    yield* batchesInStream(queues)
    yield* batchesOfJobs(queues)
  } finally {
    await queues.close()
  }
}

async function* batchesInStream(queues: Queues): AsyncGenerator<QueuedBatchFile> {
  const stream = queues.stream(ingestClicks.queue)
  for (let after = '0'; stream;) {
    const entries = await stream.read(after, pageSize)
    for (const { text } of entries) yield fileOf(text)
    const last = entries.at(-1)
    if (!last) return
    after = last.id
  }
}

/** In the order in which jobs pass them, so that a job that moves on meanwhile is met again. */
const jobStates = ['prioritized', 'waiting', 'delayed', 'active', 'completed', 'failed'] as const

async function* batchesOfJobs(queues: Queues): AsyncGenerator<QueuedBatchFile> {
  for (const state of jobStates) {
    for (let start = 0; ; start += pageSize) {
      const jobs = await queues.queue(ingestClicks.queue).getJobs([state], start, start + pageSize - 1)
      for (const { data } of jobs.filter((job) => job?.name === ingestClicks.name)) yield fileOf(data.payload)
      if (jobs.length < pageSize) break
    }
  }
}

/** A batch that became a job may be damaged. */
function fileOf(queued: unknown): QueuedBatchFile {
  const batch = decodeClickBatch(queued) ?? null
  const text = JSON.stringify(batch)
  const { id } = (batch ?? {}) as { id?: unknown }
  return { id: typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : sha256(text).toString('hex'), text }
}
