/** Synchronises the schedules in the queue backend with the job tables. */
import { type QueueName, queueNames } from '../../shared/kernel/queue/queue-kinds.js'
import type { Queues } from '../../shared/kernel/queue/queues.js'
import { seconds } from '../../shared/kernel/time.js'
import type { JobTables, Schedule } from './job-tables.js'

/** Clocks of several machines may differ by this much. */
const clockTolerance = seconds(30)

/** Creates or updates the schedule of every scheduled job and removes all others. Safe to run in every process, and at any time. */
export async function reconcileSchedules(tables: JobTables, queues: Queues): Promise<void> {
  for (const name of queueNames) {
    const queue = queues.queue(name)
    const scheduledNames = new Set(tables.schedules.filter((row) => row.queue === name).map((row) => row.name))
    for (const schedule of await queue.getJobSchedulers())
      if (!scheduledNames.has(schedule.key) || isLate(schedule)) await queue.removeJobScheduler(schedule.key)
  }
  for (const schedule of tables.schedules) await setSchedule(queues, schedule)
}

/** Sets the schedules of the queues that have none. Returns whether there were any. */
export async function restoreSchedules(tables: JobTables, queues: Queues): Promise<boolean> {
  const lost = new Set<QueueName>()
  for (const name of new Set(tables.schedules.map(({ queue }) => queue)))
    if ((await queues.queue(name).getJobSchedulersCount()) === 0) lost.add(name)
  for (const schedule of tables.schedules) if (lost.has(schedule.queue)) await setSchedule(queues, schedule)
  return lost.size > 0
}

async function setSchedule(queues: Queues, { name, queue, every, cron, tz, attempts }: Schedule): Promise<void> {
  const repeat = every === undefined ? { pattern: cron as string, tz: tz ?? 'UTC' } : { every }
  await queues.queue(queue).upsertJobScheduler(name, repeat, {
    name,
    data: { payload: null, workspaceId: null },
    opts: { attempts, backoff: { type: 'exponential', delay: 5000 } },
  })
}

/**
 * Whether the next run of a periodic schedule is further away than its period: the clock was set back since it ran, and it would not run
 * until the clock reached the old time again. Cron schedules follow the clock as it is.
 */
const isLate = ({ every, next }: { every?: number; next?: number }) => every && next && next > Date.now() + every + clockTolerance
