import { z } from 'zod'
import { notFound } from '../../kernel/errors.js'
import type { CronScope } from '../../kernel/scope.js'
import { cronPaths } from './cron-paths.js'
import { startScheduledJob } from './scheduled-jobs.js'

const segment = z.string().min(1).max(100)

/** The paths have one to three segments. */
export const CronPathParams = [
  z.object({ group: segment }),
  z.object({ group: segment, name: segment }),
  z.object({ group: segment, name: segment, step: segment }),
]

/**
 * Starts the scheduled job of a path below `/api/cron`, and returns the sentence that answers the request. Nothing is started if another
 * design made the work of this path needless. A second call while the first one waits starts nothing.
 */
export async function startByCronPath(scope: CronScope, path: string): Promise<string> {
  const row = cronPaths.find((one) => patternOf(one.path).test(path))
  if (!row) throw notFound(`There is no scheduled work at ${path}. docs/operating.md lists the paths.`)
  if ('answer' in row) return row.answer
  if (!(await startScheduledJob(scope.queues, row.job))) throw notRegistered(row.job)
  return `Started ${row.job}.`
}

const notRegistered = (job: string) => notFound(`No worker has registered ${job} yet. Start a worker, then repeat the request.`)

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`)
