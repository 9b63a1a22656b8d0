/** Synchronises the schedules in the queue backend with the job tables. */
import { queueNames } from '../../shared/kernel/queue/queue-kinds.js'
import type { Queues } from '../../shared/kernel/queue/queues.js'
import { seconds } from '../../shared/kernel/time.js'
import type { JobTables } from './job-tables.js'

/** Clocks of several machines may differ by this much. */
const clockTolerance = seconds(30)

/** Creates or updates the schedule of every scheduled job and removes all others. Safe to run in every process, and at any time. */
export async function reconcileSchedules(tables: JobTables, queues: Queues): Promise<void> {
  await removeLateSchedules(queues)
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

/**
 * Removes periodic schedules whose next run is further away than their period: the clock was set back since they ran, and no such job would
 * run until it reached the old time again. Cron schedules follow the clock as it is.
 */
async function removeLateSchedules(queues: Queues): Promise<void> {
  const latest = Date.now() + clockTolerance
  for (const name of queueNames) {
    const queue = queues.queue(name)
    for (const { key, every, next } of await queue.getJobSchedulers())
      if (every && next && next > latest + every) await queue.removeJobScheduler(key)
  }
}
