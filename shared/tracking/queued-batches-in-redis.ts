import type { Config } from '../kernel/config.js'
import { openQueues } from '../kernel/queue/queues.js'
import { ingestClicks } from './jobs.js'

const pageSize = 100

/** The batches that no worker has ingested, as texts in the form of the spool. Without Redis they are in a table, and there are none here. */
export async function* queuedBatchesInRedis(config: Config): AsyncGenerator<{ id: string; text: string }> {
  if (!config.redisUrl) return
  const queues = await openQueues(config, { consumes: false, onError: () => undefined })
  try {
    const stream = queues.stream(ingestClicks.queue)
    for (let after = '0'; stream;) {
      const entries = await stream.read(after, pageSize)
      for (const { text } of entries) yield { id: (JSON.parse(text) as { id: string }).id, text }
      const last = entries.at(-1)
      if (!last) return
      after = last.id
    }
  } finally {
    await queues.close()
  }
}
