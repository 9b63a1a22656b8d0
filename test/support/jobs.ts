/** Queued work done at once, by the real rows: what a worker would do. */
import { type OutboxRow, passOn } from '../../shared/kernel/outbox.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { contracts, jobs } from '../../workers/jobs/index.js'
import { runJob } from '../../workers/runtime/run-job.js'
import { jobTables, nameOf } from '../../workers/runtime/tables.js'
import { silent } from './service.js'

const tables = jobTables(jobs, contracts)

/** Runs one job of the tables by its name. */
export const runNamed = (resources: Resources, name: string, payload: unknown = null) =>
  runJob({ tables, resources, log: silent }, { id: 'job_test', name, data: { payload, workspaceId: null }, attemptsMade: 0 })

/** Runs all jobs that were queued, and those that they queue; events are passed over. Answers the names of what ran. */
export const runQueued = (resources: Resources) => runOutbox(resources, ({ kind, name }) => (kind === 'job' ? [name] : []))

/** The same, and for events all their subscribers. */
export const workOff = (resources: Resources) =>
  runOutbox(resources, ({ kind, name }) => (kind === 'job' ? [name] : (tables.subscribers.get(name) ?? []).map(nameOf)))

async function runOutbox(resources: Resources, jobsOf: (row: OutboxRow) => string[]): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const rows: OutboxRow[] = []
    const count = await passOn(resources.database.pool, [...tables.queued.keys()], 1000, async (found) => void rows.push(...found))
    if (count === 0) return names
    for (const row of rows) {
      for (const name of jobsOf(row)) {
        await runNamed(resources, name, row.payload)
        names.push(name)
      }
    }
  }
}
