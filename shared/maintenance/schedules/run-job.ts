import { z } from 'zod'
import { notFound } from '../../kernel/errors.js'
import { queueNames } from '../../kernel/queue/queue-kinds.js'
import type { AdminScope } from '../../kernel/scope.js'
import { listSchedules, startScheduledJob } from './scheduled-jobs.js'

export const ScheduleList = z
  .object({
    name: z.string(),
    queue: z.enum(queueNames),
    every: z.number().nullable().describe('Period in milliseconds. Null with a cron expression.'),
    cron: z.string().nullable().describe('Cron expression, in UTC. Null with a period.'),
    nextRunAt: z.date().nullable(),
  })
  .array()

export const JobNameParams = z.object({ name: z.string().min(1).max(100) })
export const JobStarted = z.object({ name: z.string(), started: z.literal(true) })

/** Every scheduled job with its next run. */
export const listScheduledJobs = (scope: AdminScope): Promise<z.infer<typeof ScheduleList>> => listSchedules(scope.queues)

/** Enqueues a scheduled job to run now. Throws `not_found` for a name without a schedule. */
export async function runScheduledJob(scope: AdminScope, name: string): Promise<z.infer<typeof JobStarted>> {
  if (!(await startScheduledJob(scope.queues, name)))
    throw notFound(`No scheduled job is called ${name}. GET /admin/jobs lists the names; a job without a schedule starts with its event.`)
  return { name, started: true }
}
