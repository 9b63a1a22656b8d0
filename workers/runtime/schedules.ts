/** Brings the schedules in the queue backend to what the tables say. */
import { queueNames } from '../../shared/kernel/queue-kinds.js'
import type { Queues } from '../../shared/kernel/queues.js'
import { attemptsOf, type JobTables } from './tables.js'

/** Afterwards exactly the scheduled rows of the tables have a schedule; others are removed. Safe to run in every process. */
export async function reconcileSchedules(tables: JobTables, queues: Queues): Promise<void> {
  for (const row of tables.scheduled) {
    const { name, queue, every, cron, tz } = row
    const when = every === undefined ? { pattern: cron as string, tz: tz ?? 'UTC' } : { every }
    await queues
      .queue(queue)
      .upsertJobScheduler(name, when, {
        name,
        data: { payload: null, workspaceId: null },
        opts: { attempts: attemptsOf(row), backoff: { type: 'exponential', delay: 5000 } },
      })
  }
  for (const name of queueNames) {
    const wanted = new Set(tables.scheduled.filter(({ queue }) => queue === name).map((row) => row.name))
    for (const { key } of await queues.queue(name).getJobSchedulers())
      if (!wanted.has(key)) await queues.queue(name).removeJobScheduler(key)
  }
}
