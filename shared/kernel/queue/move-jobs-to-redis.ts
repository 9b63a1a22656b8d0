/** Moves jobs to Redis that were queued in PostgreSQL before REDIS_URL was set: no worker looks for them there any more. */
import type { Job, JobState, Queue } from 'bullmq'
import type { Config } from '../config.js'
import { isOfOutbox } from './outbox.js'
import { queueNames } from './queue-kinds.js'
import { openQueues, type Queues } from './queues.js'

const pageSize = 200
/** In the order in which jobs pass them, so that a job that moves on meanwhile is met again. */
const waitingStates: readonly JobState[] = ['delayed', 'prioritized', 'waiting']

/**
 * Moves the jobs of the outbox and returns how many. Others repeat, or are started by one that finds their work. A job is added before it
 * is removed: if the process ends in between, or a worker without REDIS_URL takes it, it runs twice.
 */
export async function moveJobsToRedis(config: Config, queues: Queues, onError: (error: Error) => void): Promise<number> {
  if (queues.backend !== 'redis') return 0
  const former = await openQueues({ ...config, redisUrl: undefined }, { consumes: false, onError })
  let moved = 0
  try {
    for (const name of queueNames) {
      // A job whose worker was killed waits again after the second pass. Without a worker on PostgreSQL, nobody else looks for it.
      await former.queue(name).getBackend().moveStalledJobsToWait()
      for (const state of waitingStates) moved += await moveJobs(former.queue(name), state, queues.queue(name))
    }
  } finally {
    await former.close()
  }
  return moved
}

async function moveJobs(from: Queue, state: JobState, to: Queue): Promise<number> {
  let [moved, kept] = [0, 0]
  for (;;) {
    const jobs = await from.getJobs([state], kept, kept + pageSize - 1, true)
    const movable = jobs.filter(({ id }) => isOfOutbox(id))
    await to.addBulk(movable.map(withoutDelay))
    for (const job of movable) await removeUnlessTaken(from, job)
    moved += movable.length
    kept += jobs.length - movable.length
    if (jobs.length < pageSize) return moved
  }
}

/** Keeps the id, by which a repeated job is recognised, and the attempts that are left. A delay only spaced the attempts. */
function withoutDelay({ id, name, data, opts, attemptsMade, timestamp }: Job) {
  const { deduplication, backoff, attempts = 1 } = opts
  const leftAttempts = Math.max(1, attempts - attemptsMade)
  return {
    name,
    data: data as unknown,
    opts: { jobId: id as string, timestamp, attempts: leftAttempts, ...(backoff && { backoff }), ...(deduplication && { deduplication }) },
  }
}

async function removeUnlessTaken(from: Queue, { id }: Job): Promise<void> {
  try {
    await from.remove(id as string)
  } catch (error) {
    if ((await from.getJobState(id as string)) !== 'active') throw error
  }
}
