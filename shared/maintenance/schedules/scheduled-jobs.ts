/** The schedules that the workers registered in the queue backend. A process without the job tables can list and start them. */
import { enqueueUnique } from '../../kernel/queue/enqueue-unique.js'
import { queueNames, type QueueName } from '../../kernel/queue/queue-kinds.js'
import type { Queues } from '../../kernel/queue/queues.js'

export interface Schedule {
  name: string
  queue: QueueName
  /** Period in milliseconds; null with a cron expression. */
  every: number | null
  /** Cron expression, in UTC; null with a period. */
  cron: string | null
  nextRunAt: Date | null
}

/** Every schedule, by name. Empty until a worker has started for the first time. */
export async function listSchedules(queues: Pick<Queues, 'queue'>): Promise<Schedule[]> {
  const lists = await Promise.all(queueNames.map((queue) => schedulesOf(queues, queue)))
  return lists.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function schedulesOf(queues: Pick<Queues, 'queue'>, queue: QueueName): Promise<Schedule[]> {
  const schedulers = await queues.queue(queue).getJobSchedulers()
  return schedulers.map(({ key, every, pattern, next }) => ({
    name: key,
    queue,
    every: every ?? null,
    cron: pattern ?? null,
    nextRunAt: next ? new Date(next) : null,
  }))
}

/** Enqueues the scheduled job to run now, unless such a request waits already. Returns false if no schedule has this name. */
export async function startScheduledJob(queues: Pick<Queues, 'queue'>, name: string): Promise<boolean> {
  for (const queue of queueNames) {
    const scheduler = await queues.queue(queue).getJobScheduler(name)
    if (!scheduler) continue
    await enqueueUnique(queues, { name, queue, attempts: 3, backoff: { type: 'exponential', delay: 5000, jitter: 0 } }, [null])
    return true
  }
  return false
}
