/**
 * Runs a job: parses the payload, opens a scope and runs the row within its time limit, in a transaction unless the row opens its own. A
 * job in one transaction takes effect once, however often it is delivered: the transaction notes that it is done.
 */
import { type Job, UnrecoverableError } from 'bullmq'
import { ServiceError } from '../../shared/kernel/errors.js'
import type { Log } from '../../shared/kernel/log.js'
import { observeJob } from '../../shared/kernel/metrics.js'
import { noteCompletedJob } from '../../shared/kernel/queue/completed-jobs.queries.js'
import { isOfOutbox } from '../../shared/kernel/queue/outbox.js'
import { markActive } from '../../shared/kernel/release-idle-memory.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { extendScope, inTransaction, openScope, type JobScope } from '../../shared/kernel/scope.js'
import { seconds } from '../../shared/kernel/time.js'
import type { JobRow } from '../job.js'
import { type JobTables, nameOf } from './job-tables.js'
import { TimeLimitExceeded, withinTimeLimit } from './within-time-limit.js'

/** The data of a job in its queue. */
export interface JobData {
  payload: unknown
  workspaceId: string | null
}

export interface Runtime {
  tables: JobTables
  resources: Resources
  log: Log
}

const neverStops = new AbortController().signal

/** A newer process may have queued a job that this one does not know. */
export class UnknownJobError extends Error {}

export async function runJob(
  runtime: Runtime,
  job: Pick<Job<JobData>, 'id' | 'name' | 'data' | 'attemptsMade'>,
  stop: AbortSignal = neverStops,
): Promise<unknown> {
  const row = runtime.tables.byName.get(job.name)
  if (!row || !isPoll(row)) markActive()
  if (!row) throw new UnknownJobError(`unknown job ${job.name}`)
  const started = performance.now()
  const scope = jobScope(runtime, row, job)
  try {
    const result = await withinTimeLimit((end) => perform(scope, row, job.data, end), row.timeoutMs, stop)
    observeJob(job.name, 'done', performance.now() - started)
    return result ?? null
  } catch (error) {
    observeJob(job.name, 'failed', performance.now() - started)
    scope.log.error({ err: error, attempt: job.attemptsMade + 1 }, 'job failed')
    // A ServiceError is final: a retry would fail in the same way.
    throw error instanceof ServiceError ? new UnrecoverableError(error.message) : error
  }
}

/** Calls the failure handler of the row, in a transaction. */
export async function runFailureHandler(runtime: Runtime, job: Pick<Job<JobData>, 'id' | 'name' | 'data'>, error: Error): Promise<void> {
  const row = runtime.tables.byName.get(job.name)
  if (!row?.onFailed) return
  const scope = jobScope(runtime, row, job)
  await inTransaction(scope, () => (row.onFailed as NonNullable<JobRow['onFailed']>)({ scope, payload: payloadOf(row, job.data), error }))
}

function jobScope({ resources, log }: Runtime, row: JobRow, job: Pick<Job<JobData>, 'id' | 'name'>): JobScope {
  const scope = openScope({ resources, log: log.child({ job: job.name, jobId: job.id }), requestId: job.id ?? job.name })
  return extendScope(scope, { jobName: nameOf(row), queues: resources.queues })
}

/** A job that looks for work every few seconds mostly finds none, and marks the process active itself. */
const isPoll = (row: JobRow) => row.kind !== 'subscription' && row.every !== undefined && row.every < seconds(10)

async function perform(scope: JobScope, row: JobRow, data: JobData, stop: AbortSignal): Promise<unknown> {
  const payload = payloadOf(row, data)
  const run = () => row.run({ scope, payload, stop })
  if (row.ownTransaction) return run()
  // A new attempt may have begun, which would do the same again.
  const runInTime = async () => {
    const result = await run()
    if (stop.reason instanceof TimeLimitExceeded) throw stop.reason
    return result
  }
  const runOnce = async () => ((await noteCompletedJob(scope.em, scope.requestId, scope.now())) ? runInTime() : null)
  return inTransaction(scope, isOfOutbox(scope.requestId) ? runOnce : runInTime, row.timeoutMs)
}

function payloadOf(row: JobRow, data: JobData | undefined): unknown {
  if (row.kind === 'scheduled') return undefined
  return (row.kind === 'queued' ? row.contract : row.on).payload.parse(data?.payload)
}
