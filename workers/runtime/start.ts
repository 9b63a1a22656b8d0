/** A running fleet member: consumers for its queues, the relay, the schedules. */
import type { Job, Worker } from 'bullmq'
import { ConfigError } from '../../shared/kernel/config.js'
import { isQueueName, queueNames, type QueueName } from '../../shared/kernel/queue-kinds.js'
import { seconds } from '../../shared/kernel/time.js'
import { startRelay } from './relay.js'
import { isExhausted, type JobData, reportExhausted, runJob, type Runtime } from './run-job.js'
import { reconcileSchedules } from './schedules.js'
import { stand } from './stand.js'

export interface Fleet {
  /** Finishes the jobs in hand, takes no new ones. The resources stay open: who opened them closes them. */
  close(): Promise<void>
}

/** Serves the named queues (`all` for every one). Throws for an unknown name. */
export async function startWorkers(runtime: Runtime, queues: readonly string[]): Promise<Fleet> {
  const names = queuesNamed(queues)
  await reconcileSchedules(runtime.tables, runtime.resources.queues)
  const workers = names.map((name) => consume(runtime, name))
  await Promise.all(workers.map((one) => one.waitUntilReady()))
  const standing = (runtime.standing ?? []).filter(({ queue }) => names.includes(queue)).map((one) => stand(runtime, one))
  const stopRelay = await startRelay(runtime.tables, runtime.resources, runtime.log)
  return {
    async close() {
      await stopRelay()
      await Promise.all([...workers.map((one) => one.close()), ...standing.map((end) => end())])
    },
  }
}

export function queuesNamed(asked: readonly string[]): QueueName[] {
  if (asked.includes('all')) return queueNames
  const unknown = asked.filter((one) => !isQueueName(one))
  if (unknown.length > 0) throw new ConfigError(`There is no queue ${unknown.join(', ')}; the queues are ${queueNames.join(', ')}.`)
  return asked as QueueName[]
}

// A killed worker's jobs go to another after the lock has run out: half a minute at most. Being killed is no fault of the
// job, so it may happen to it often.
const survival = { lockDuration: seconds(15), stalledInterval: seconds(10), maxStalledCount: 100 }

function consume(runtime: Runtime, name: QueueName): Worker {
  const worker = runtime.resources.queues.worker(name, (job) => runJob(runtime, job), survival)
  worker.on('failed', (job: Job<JobData> | undefined, error: Error) => {
    if (!job || !isExhausted(job, error)) return
    reportExhausted(runtime, job, error).catch((problem) =>
      runtime.log.error({ err: problem, job: job.name }, 'the last word on a failed job could not be said'),
    )
  })
  return worker
}
