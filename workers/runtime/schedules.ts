/** Synchronises the schedules in the queue backend with the job tables. */
import { queueNames } from '../../shared/kernel/queue/queue-kinds.js'
import type { Queues } from '../../shared/kernel/queue/queues.js'
import type { JobTables } from './job-tables.js'

/** Creates or updates the schedule of every scheduled job and removes all others. Safe to run in every process. */
export async function reconcileSchedules(tables: JobTables, queues: Queues): Promise<void> {
  for (const { name, queue, every, cron, tz, attempts } of tables.schedules) {
    const repeat = every === undefined ? { pattern: cron as string, tz: tz ?? 'UTC' } : { every }
    await queues.queue(queue).upsertJobScheduler(name, repeat, {
      name,
      data: { payload: null, workspaceId: null },
      opts: { attempts, backoff: { type: 'exponential', delay: 5000 } },
    })
  }
  for (const name of queueNames) {
    const scheduledNames = new Set(tables.schedules.filter(({ queue }) => queue === name).map((row) => row.name))
    for (const { key } of await queues.queue(name).getJobSchedulers())
      if (!scheduledNames.has(key)) await queues.queue(name).removeJobScheduler(key)
  }
}
