/** Where a batch of clicks is made durable before its visitors are answered, and the one place that knows which it is. */
import { type Config, requireDatabaseUrl } from '../kernel/config.js'
import { openHeldConnection } from '../kernel/held-connection.js'
import type { Log } from '../kernel/log.js'
import type { Queues } from '../kernel/queues.js'
import type { Stream } from '../kernel/redis-stream.js'
import { seconds } from '../kernel/time.js'
import type { ClickBatch } from './click-batch.js'
import { ingestClicks } from './jobs.js'
import { keepBatch } from './waiting-clicks.queries.js'

/** A visitor waits no longer than this for the safe place. */
export const patience = seconds(1.5)

export interface SafePlace {
  name: 'stream' | 'table'
  /** Resolves when the batch would survive a crash, and a worker will come for it. Keeping it again changes nothing. */
  keep(batch: ClickBatch): Promise<void>
  close(): Promise<void>
}

/** A stream where there is Redis, else a table: both are one small write, where a job is several and costs the redirect a tenth of its pace. */
export function openSafePlace({ queues, config, log }: { queues: Queues; config: Config; log: Log }): SafePlace {
  const stream = queues.stream(ingestClicks.queue)
  return stream ? inStream(stream) : inTable(config, log)
}

/** Where there is Redis. */
export const inStream = (stream: Stream): SafePlace => ({
  name: 'stream',
  keep: (batch) => stream.add(JSON.stringify(batch)),
  close: async () => undefined,
})

/** On a connection of its own: a redirect waits neither for the API's requests nor for a connection to be made. */
export function inTable(config: Config, log: Log, longest = patience): SafePlace {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection for clicks failed and is being replaced')
  const connection = openHeldConnection({ connectionString: requireDatabaseUrl(config), query_timeout: longest }, onError)
  return {
    name: 'table',
    keep: (batch) => connection.use((client) => keepBatch(client, { id: batch.id, batch: JSON.stringify(batch) })),
    close: () => connection.close(),
  }
}
