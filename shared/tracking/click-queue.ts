/** The click queue: makes batches of clicks durable before their visitors are answered. Selects the backend. */
import { type Config, requireDatabaseUrl } from '../kernel/config.js'
import { openDedicatedConnection } from '../kernel/db/dedicated-connection.js'
import type { Log } from '../kernel/log.js'
import type { Queues } from '../kernel/queue/queues.js'
import type { Stream } from '../kernel/queue/redis-stream.js'
import { seconds } from '../kernel/time.js'
import { encodeClickBatch } from './click-batch-text.js'
import type { ClickBatch } from './click-batch.js'
import { ingestClicks, ingestQueuedClicksJob } from './jobs.js'
import { insertQueuedBatch } from './queued-clicks.queries.js'

/** The longest time that a redirect waits for the queue. */
export const enqueueTimeoutMs = seconds(1.5)

export interface ClickQueue {
  name: 'stream' | 'table'
  /** Resolves when the batch is durable and a worker will process it. Enqueueing the same batch again has no effect. */
  enqueue(batch: ClickBatch): Promise<void>
  close(): Promise<void>
}

/**
 * A Redis stream if Redis is configured, otherwise a table. Both are one small write; a job would be several and cost the redirect a tenth
 * of its throughput.
 */
export function openClickQueue({ queues, config, log }: { queues: Queues; config: Config; log: Log }): ClickQueue {
  const stream = queues.stream(ingestClicks.queue)
  const queue = stream ? streamClickQueue(stream) : tableClickQueue(config, log)
  return {
    ...queue,
    async enqueue(batch) {
      await queue.enqueue(batch)
      queues.wake(ingestQueuedClicksJob)
    },
  }
}

export const streamClickQueue = (stream: Stream): ClickQueue => ({
  name: 'stream',
  enqueue: (batch) => stream.add(encodeClickBatch(batch)),
  close: async () => undefined,
})

/** Uses a dedicated connection, so that redirects compete neither with API requests nor wait for a connection to open. */
export function tableClickQueue(config: Config, log: Log, timeoutMs = enqueueTimeoutMs): ClickQueue {
  const onError = (error: Error) => log.warn({ err: error }, 'click queue connection lost, reconnecting')
  const connection = openDedicatedConnection({ connectionString: requireDatabaseUrl(config), query_timeout: timeoutMs }, onError)
  return {
    name: 'table',
    enqueue: (batch) => connection.use((client) => insertQueuedBatch(client, { id: batch.id, text: encodeClickBatch(batch) })),
    close: () => connection.close(),
  }
}
