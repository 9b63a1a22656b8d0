/** Where a batch of clicks is made durable before its visitors are answered, and the one place that knows which it is. */
import type { Log } from '../kernel/log.js'
import { type Config, requireDatabaseUrl } from '../kernel/config.js'
import { openPool } from '../kernel/plain-pool.js'
import type { Queues } from '../kernel/queues.js'
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

/** On connections of its own, never given up when idle: a redirect must wait neither for the API's requests nor for a new connection. */
export function inTable(config: Config, log: Log): SafePlace {
  const pool = openPool({ connectionString: requireDatabaseUrl(config), max: 2, idleTimeoutMillis: 0 }, (error) => log.warn({ err: error }, 'a connection for clicks failed and is being replaced'))
  return {
    name: 'table',
    keep: async (batch) => void (await keepBatch(pool, { id: batch.id, batch: JSON.stringify(batch) })),
    close: () => pool.end(),
  }
}
