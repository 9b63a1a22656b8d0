/** Moves committed outbox rows onto the queues: one job for a queued contract, one for every subscriber of an event. */
import type { JobsOptions } from 'bullmq'
import type { Log } from '../../shared/kernel/log.js'
import { outboxChannel, type OutboxRow, passOn } from '../../shared/kernel/outbox.js'
import type { QueueName } from '../../shared/kernel/queue-kinds.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { seconds } from '../../shared/kernel/time.js'
import type { JobData } from './run-job.js'
import { attemptsOf, type JobTables } from './tables.js'

interface Outgoing {
  queue: QueueName
  name: string
  data: JobData
  opts: JobsOptions
}

const batch = 500

/**
 * Moves one batch and answers its size. A row may be offered again after a crash: a job's id is derived from its row's, so that the queue
 * keeps one.
 */
export async function relayOnce(tables: JobTables, { database, queues }: Pick<Resources, 'database' | 'queues'>): Promise<number> {
  return passOn(database.pool, [...tables.queued.keys()], batch, async (rows) => {
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
      opts: { jobId: `${row.id}-${one.name}`, attempts: attemptsOf(one), backoff },
    }))
  }
  const contract = tables.queued.get(row.name)?.of
  if (!contract) return []
  const once = contract.once?.(row.payload)
  return [
    {
      queue: contract.queue,
      name: contract.name,
      data,
      opts: {
        jobId: row.id,
        attempts: contract.attempts,
        backoff: contract.backoff,
        ...(once ? { deduplication: { id: `${contract.name}-${once}` } } : {}),
      },
    },
  ]
}

/** Keeps relaying: when told of new rows, and once a second in case nobody told. The answer stops it after the batch in hand. */
export async function startRelay(tables: JobTables, resources: Resources, log: Log): Promise<() => Promise<void>> {
  let stopped = false
  let wake = () => {}
  const stopListening = await resources.store.subscribe(outboxChannel, () => wake())
  const loop = (async () => {
    while (!stopped) {
      const moved = await relayOnce(tables, resources).catch((error) => {
        log.warn({ err: error }, 'the outbox could not be relayed and is tried again')
        return 0
      })
      if (moved < batch && !stopped) await sleepUntil((resume) => (wake = resume))
    }
  })()
  return async () => {
    stopped = true
    wake()
    await loop
    await stopListening()
  }
}

const sleepUntil = (giveWake: (resume: () => void) => void) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds(1))
    giveWake(() => {
      clearTimeout(timer)
      resolve()
    })
  })
