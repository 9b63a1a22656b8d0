/** Runs one job by its row: parse, open a scope, run within the time limit, in one transaction unless the row opens its own. */
import { type Job, UnrecoverableError } from 'bullmq'
import { ServiceError } from '../../shared/kernel/errors.js'
import { stir } from '../../shared/kernel/give-back-memory.js'
import type { Log } from '../../shared/kernel/log.js'
import { observeJob } from '../../shared/kernel/metrics.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { extendScope, inTransaction, openScope, type JobScope } from '../../shared/kernel/scope.js'
import type { JobRow, StandingJob } from '../job.js'
import { type JobTables, nameOf } from './tables.js'

/** What a queue holds for one job. */
export interface JobData {
  payload: unknown
  workspaceId: string | null
}

export interface Runtime {
  tables: JobTables
  resources: Resources
  log: Log
  standing?: readonly StandingJob[]
}

export async function runJob(runtime: Runtime, job: Pick<Job<JobData>, 'id' | 'name' | 'data' | 'attemptsMade'>): Promise<unknown> {
  stir()
  const row = runtime.tables.byName.get(job.name)
  // A newer process may have queued what this one does not know; another worker will.
  if (!row) throw new Error(`no row for job ${job.name}`)
  const started = performance.now()
  const scope = jobScope(runtime, row, job)
  try {
    const result = await withLimit(row, perform(scope, row, job.data))
    observeJob(job.name, 'done', performance.now() - started)
    return result ?? null
  } catch (error) {
    observeJob(job.name, 'failed', performance.now() - started)
    scope.log.error({ err: error, attempt: job.attemptsMade + 1 }, 'a job failed')
    // A refusal stays a refusal however often it is asked.
    throw error instanceof ServiceError ? new UnrecoverableError(error.message) : error
  }
}

/** Tells the row, once, that its last attempt has failed. */
export async function reportExhausted(runtime: Runtime, job: Job<JobData>, error: Error): Promise<void> {
  const row = runtime.tables.byName.get(job.name)
  if (!row?.exhausted) return
  const scope = jobScope(runtime, row, job)
  await inTransaction(scope, () => (row.exhausted as NonNullable<JobRow['exhausted']>)({ scope, payload: payloadOf(row, job.data), error }))
}

export const isExhausted = (job: Job, error: Error) =>
  error instanceof UnrecoverableError || error.name === 'UnrecoverableError' || job.attemptsMade >= (job.opts.attempts ?? 1)

function jobScope({ resources, log }: Runtime, row: JobRow, job: Pick<Job<JobData>, 'id' | 'name'>): JobScope {
  const scope = openScope({ resources, log: log.child({ job: job.name, jobId: job.id }), requestId: job.id ?? job.name })
  return extendScope(scope, { jobName: nameOf(row), queues: resources.queues })
}

async function perform(scope: JobScope, row: JobRow, data: JobData): Promise<unknown> {
  const payload = payloadOf(row, data)
  const work = () => row.run({ scope, payload })
  if (row.ownTransaction) return work()
  return inTransaction(scope, work, row.within)
}

function payloadOf(row: JobRow, data: JobData | undefined): unknown {
  if (row.kind === 'scheduled') return undefined
  return (row.kind === 'queued' ? row.of : row.on).payload.parse(data?.payload)
}

async function withLimit<Result>(row: JobRow, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${row.within} ms`)), row.within)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
