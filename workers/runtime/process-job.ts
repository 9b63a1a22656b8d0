/** Processes a job of a queue: runs an attempt of it, and decides what follows a failure. */
import { DelayedError, type Job, UnrecoverableError } from 'bullmq'
import { isOutage } from '../../shared/kernel/is-outage.js'
import { isOfOutbox } from '../../shared/kernel/queue/outbox.js'
import { days, minutes, seconds } from '../../shared/kernel/time.js'
import { type JobData, runFailureHandler, runJob, type Runtime, UnknownJobError } from './run-job.js'

/** A job that is older fails like any other. */
const maxAgeToPostpone = days(1)

/**
 * Runs an attempt. An attempt that failed because a server is unavailable, or because only another version of the program knows the job,
 * does not count: the job is postponed. After the last one the failure handler runs, before the queue notes the failure, so that a job
 * whose process ends in between is delivered again.
 */
export async function processJob(runtime: Runtime, job: Job<JobData>, token: string | undefined, stop: AbortSignal): Promise<unknown> {
  try {
    return await runJob(runtime, job, stop)
  } catch (error) {
    if (isPostponed(job, error)) return postpone(job, token)
    if (!isLastAttempt(job, error)) throw error
    try {
      await runFailureHandler(runtime, job, error as Error)
    } catch (handlerError) {
      runtime.log.error({ err: handlerError, job: job.name }, 'failure handler of an exhausted job threw')
      if (isPostponed(job, handlerError)) return postpone(job, token)
    }
    throw error
  }
}

/** Jobs of a schedule would pile up; it repeats them by itself. Other jobs without an outbox row are started by one that finds their work. */
const isPostponed = (job: Job, error: unknown) =>
  Date.now() - job.timestamp < maxAgeToPostpone &&
  (error instanceof UnknownJobError ? !job.repeatJobKey : isOfOutbox(job.id) && isOutage(error))

const isLastAttempt = (job: Job, error: unknown) => error instanceof UnrecoverableError || job.attemptsMade + 1 >= (job.opts.attempts ?? 1)

/** Doubles the delay with every start of the job. */
async function postpone(job: Job, token: string | undefined): Promise<never> {
  const delay = Math.min(seconds(5) * 2 ** (job.attemptsStarted - 1), minutes(5))
  await job.moveToDelayed(Date.now() + delay, token)
  throw new DelayedError()
}
