/** Queued work done at once, by the real rows: what a worker would do. */
import { type OutboxRow, passOn } from '../../shared/kernel/outbox.js'
import type { Resources } from '../../shared/kernel/resources.js'
import { contracts, jobs } from '../../workers/jobs/index.js'
import { runJob } from '../../workers/runtime/run-job.js'
import { jobTables } from '../../workers/runtime/tables.js'
import { silent } from './service.js'

const tables = jobTables(jobs, contracts)

/** Runs one job of the tables by its name. */
export const runNamed = (resources: Resources, name: string, payload: unknown = null) =>
  runJob({ tables, resources, log: silent }, { id: 'job_test', name, data: { payload, workspaceId: null }, attemptsMade: 0 })

/** Runs all jobs that were queued, and those that they queue; events are passed over. Answers the names of what ran. */
export async function runQueued(resources: Resources): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const rows: OutboxRow[] = []
    const count = await passOn(resources.database.pool, [...tables.queued.keys()], 1000, async (found) => void rows.push(...found))
    if (count === 0) return names
    for (const { kind, name, payload } of rows) {
      if (kind === 'event') continue
      await runNamed(resources, name, payload)
      names.push(name)
    }
  }
}
