/** Starts the workers of a process: consumers of its queues, the outbox relay and the schedules. */
import { setMaxListeners } from 'node:events'
import type { Job, Worker } from 'bullmq'
import { ConfigError } from '../../shared/kernel/config.js'
import { isQueueName, queueNames, type QueueName } from '../../shared/kernel/queue/queue-kinds.js'
import { seconds } from '../../shared/kernel/time.js'
import { startPolls } from './polls.js'
import { processJob } from './process-job.js'
import { startRelay } from './relay.js'
import { type JobData, runFailureHandler, type Runtime } from './run-job.js'
import { reconcileSchedules } from './schedules.js'
import { watchClock } from './watch-clock.js'
import { watchSchedules } from './watch-schedules.js'

export interface RunningWorkers {
  /** Finishes running jobs and takes no new ones. Does not close the resources. */
  close(): Promise<void>
}

/** Starts consumers for the named queues, or for all queues (`all`). Throws `ConfigError` for an unknown name. */
export async function startWorkers(runtime: Runtime, queues: readonly string[]): Promise<RunningWorkers> {
  const consumers = await startConsumers(runtime, queues)
  const stopRelay = await startRelay(runtime.tables, runtime.resources, runtime.log)
  return {
    async close() {
      await stopRelay()
      await consumers.close()
    },
  }
}

/** Sets the schedules and consumes the named queues, without relaying the outbox. */
export async function startConsumers(runtime: Runtime, queues: readonly string[]): Promise<RunningWorkers> {
  const names = parseQueueNames(queues)
  await reconcileSchedules(runtime.tables, runtime.resources.queues)
  const stopWatches = [watchClock((byMs) => scheduleAgain(runtime, byMs)), watchSchedules(runtime)]
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const workers = names.map((name) => consume(runtime, name, stop.signal))
  await Promise.all(workers.map((one) => one.waitUntilReady()))
  const stopPolls = startPolls(runtime, names)
  return {
    async close() {
      stop.abort()
      await Promise.all([stopPolls(), ...stopWatches.map((stopWatch) => stopWatch())])
      await Promise.all(workers.map((one) => one.close()))
    },
  }
}

async function scheduleAgain({ tables, resources, log }: Runtime, byMs: number): Promise<void> {
  log.warn({ seconds: Math.round(byMs / 1000) }, 'the clock was set back; periodic jobs are scheduled again')
  await reconcileSchedules(tables, resources.queues).catch((error: unknown) =>
    log.error({ err: error }, 'periodic jobs could not be scheduled again after the clock was set back; restart the workers'),
  )
}

export function parseQueueNames(input: readonly string[]): QueueName[] {
  if (input.includes('all')) return queueNames
  const unknown = input.filter((one) => !isQueueName(one))
  if (unknown.length > 0) throw new ConfigError(`Unknown queue ${unknown.join(', ')}: the queues are ${queueNames.join(', ')}.`)
  return input as QueueName[]
}

// After a worker is killed, its jobs move to another worker when their locks expire, within half a minute. A killed worker is not the
// job's fault, so a job may be stalled many times.
const lockOptions = { lockDuration: seconds(15), stalledInterval: seconds(10), maxStalledCount: 100 }

function consume(runtime: Runtime, name: QueueName, stop: AbortSignal): Worker {
  const worker = runtime.resources.queues.worker(name, (job, token) => processJob(runtime, job, token, stop), lockOptions)
  // A job that stalled too often fails without another attempt.
  worker.on('failed', (job: Job<JobData> | undefined, error: Error) => {
    if (!job?.deferredFailure) return
    runFailureHandler(runtime, job, error).catch((handlerError) =>
      runtime.log.error({ err: handlerError, job: job.name }, 'failure handler of an exhausted job threw'),
    )
  })
  return worker
}
