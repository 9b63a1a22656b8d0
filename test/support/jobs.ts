/** Runs queued jobs immediately with the real job tables, as a worker would. */
import { newId } from '../../shared/kernel/ids.js'
import { type OutboxRow, relayRows } from '../../shared/kernel/queue/outbox.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { eraseCustomersJob, flushClickBlocks, ingestClicks } from '../../shared/tracking/index.js'
import { jobs } from '../../workers/jobs/index.js'
import { jobTables, nameOf } from '../../workers/runtime/job-tables.js'
import { runFailureHandler, runJob } from '../../workers/runtime/run-job.js'
import { silentLog } from './service.js'

const tables = jobTables(jobs)

/** Runs a job by its name, and stores the clicks that it counted. Returns what the job returned. A job that is delivered again keeps its id. */
export async function runJobByName(
  resources: Resources,
  name: string,
  payload: unknown = null,
  id = newId('job_'),
  stop?: AbortSignal,
): Promise<unknown> {
  const data = { payload, workspaceId: null }
  const result = await runJob({ tables, resources, log: silentLog }, { id, name, data, attemptsMade: 0 }, stop)
  // Tests that run at the same time write blocks too, so one pass may skip a block that another test has locked.
  if (name === ingestClicks.name) await flushClickBlocks({ pool: resources.database.pool, config: resources.config, log: silentLog })
  return result
}

/** Calls the failure handler of a job, as the queue does after the last attempt. */
export const failJobByName = (resources: Resources, name: string, payload: unknown): Promise<void> =>
  runFailureHandler(
    { tables, resources, log: silentLog },
    { id: newId('job_'), name, data: { payload, workspaceId: null } },
    new Error('broken'),
  )

/** Runs all queued jobs, and the jobs that they queue, but no event subscribers. Returns the names of the jobs that ran. */
export const runQueuedJobs = (resources: Resources) => runOutbox(resources, ({ kind, name }) => (kind === 'job' ? [name] : []))

/** Like `runQueuedJobs`, and runs the subscribers of events too. */
export const runQueuedJobsAndSubscribers = (resources: Resources) =>
  runOutbox(resources, ({ kind, name }) => (kind === 'job' ? [name] : (tables.subscribers.get(name) ?? []).map(nameOf)))

/** Steps that are in progress, of all tests of this process. A step takes rows from the outbox and runs their jobs. */
const steps = new Set<Promise<number>>()

/** Ends when the outbox is empty and the rows that concurrent tests took from it, which may be of this test, have run as well. */
async function runOutbox(resources: Resources, jobsOf: (row: OutboxRow) => string[]): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const step = runRows(resources, jobsOf, names)
    steps.add(step)
    const count = await step.finally(() => steps.delete(step))
    if (count > 0) continue
    const others = await Promise.allSettled(steps)
    if (others.every((other) => other.status === 'fulfilled' && other.value === 0)) return names
  }
}

async function runRows(resources: Resources, jobsOf: (row: OutboxRow) => string[], names: string[]): Promise<number> {
  const rows: OutboxRow[] = []
  const count = await relayRows(resources.database.pool, [...tables.queued.keys()], 1000, async (found) => void rows.push(...found))
  for (const row of rows) {
    for (const name of jobsOf(row)) {
      await runJobByName(resources, name, row.payload)
      names.push(name)
      if (name === 'tracking.erase-customer') await runJobByName(resources, eraseCustomersJob.name)
    }
  }
  return count
}
