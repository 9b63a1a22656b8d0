/** Relays committed outbox rows to the queues: one job per queued contract, one per subscriber of an event. */
import type { JobsOptions } from 'bullmq'
import type { Log } from '../../shared/kernel/log.js'
import { deduplicationId } from '../../shared/kernel/queue/enqueue-unique.js'
import { outboxChannel, type OutboxRow, relayRows } from '../../shared/kernel/queue/outbox.js'
import type { QueueName } from '../../shared/kernel/queue/queue-kinds.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { throttledWarning } from '../../shared/kernel/throttled-warning.js'
import { seconds } from '../../shared/kernel/time.js'
import { maxAttempts, type JobTables } from './job-tables.js'
import type { JobData } from './run-job.js'

interface Outgoing {
  queue: QueueName
  name: string
  data: JobData
  opts: JobsOptions
}

const batchSize = 500

/**
 * Relays one batch and returns its size. After a crash a row may be relayed again. The job id is derived from the row id, so the queue
 * discards the duplicate.
 */
export async function relayBatch(tables: JobTables, { database, queues }: Pick<Resources, 'database' | 'queues'>): Promise<number> {
  return relayRows(database.pool, [...tables.queued.keys()], batchSize, async (rows) => {
    const outgoing = rows.flatMap((row) => outgoingOf(tables, row))
    for (const name of new Set(outgoing.map(({ queue }) => queue)))
      await queues.queue(name).addBulk(outgoing.filter(({ queue }) => queue === name))
  })
}

function outgoingOf(tables: JobTables, row: OutboxRow): Outgoing[] {
  const data: JobData = { payload: row.payload, workspaceId: row.workspaceId }
  if (row.kind === 'event') {
    const backoff = { type: 'exponential', delay: seconds(2), jitter: 0.3 } as const
    return (tables.subscribers.get(row.name) ?? []).map((one) => ({
      queue: one.queue,
      name: one.name,
      data,
      opts: { jobId: `${row.id}-${one.name}`, attempts: maxAttempts(one), backoff },
    }))
  }
  const contract = tables.queued.get(row.name)?.contract
  if (!contract) return []
  const id = deduplicationId(contract, row.payload)
  return [
    {
      queue: contract.queue,
      name: contract.name,
      data,
      opts: {
        jobId: row.id,
        attempts: contract.attempts,
        backoff: contract.backoff,
        // While one is active, another follows it: the active one may already have looked for work.
        ...(id ? { deduplication: { id, keepLastIfActive: true } } : {}),
      },
    },
  ]
}

/** Relays continuously, when notified of new rows and at least once a second. The returned function stops it after the current batch. */
export async function startRelay(tables: JobTables, resources: Resources, log: Log): Promise<() => Promise<void>> {
  const warnFailed = throttledWarning(log, 'outbox relay failed, retrying')
  let stopped = false
  let wake = () => {}
  const stopListening = await resources.store.subscribe(outboxChannel, () => wake())
  const loop = (async () => {
    while (!stopped) {
      const relayed = await relayBatch(tables, resources).catch((error) => {
        warnFailed(error)
        return 0
      })
      if (relayed < batchSize && !stopped) await sleepUntil((resume) => (wake = resume))
    }
  })()
  return async () => {
    stopped = true
    wake()
    await loop
    await stopListening()
  }
}

const sleepUntil = (onSleep: (resume: () => void) => void) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds(1))
    onSleep(() => {
      clearTimeout(timer)
      resolve()
    })
  })
