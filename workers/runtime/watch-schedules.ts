import { minutes } from '../../shared/kernel/time.js'
import type { Runtime } from './run-job.js'
import { restoreSchedules } from './schedules.js'

/**
 * Restores the schedules of a queue server that lost its data, as Redis does in a restart without its append-only file: without schedules,
 * no periodic job would run before the next start of a worker. Returns a function that stops and waits for a running check.
 */
export function watchSchedules({ tables, resources, log }: Runtime, intervalMs = minutes(1)): () => Promise<void> {
  const check = async () => {
    if (await restoreSchedules(tables, resources.queues)) log.warn('the queue server lost its data; periodic jobs are scheduled again')
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(check).catch(() => undefined) // the server is away: the next check follows
  }, intervalMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
