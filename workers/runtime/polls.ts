/**
 * Looks for work of jobs in short intervals and starts those that have some. A schedule of such an interval would cost a dozen transactions
 * for every job that finds nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { QueueName } from '../../shared/kernel/queue/queue-kinds.js'
import type { Queues } from '../../shared/kernel/queue/queues.js'
import { throttledWarning } from '../../shared/kernel/throttled-warning.js'
import type { JobRow, Poll } from '../job.js'
import { nameOf, queueOf } from './job-tables.js'
import type { Runtime } from './run-job.js'

/** Polls for the jobs of these queues. The returned function stops after the current polls. */
export function startPolls({ tables, resources, log }: Runtime, queues: readonly QueueName[]): () => Promise<void> {
  const warnFailed = throttledWarning(log, 'looking for work of jobs failed, retrying')
  const end = new AbortController()
  const scope = { pool: resources.database.pool, now: () => new Date() }
  const repeat = async (row: JobRow, poll: Poll) => {
    const start = jobStarter(resources.queues, row, poll.every)
    while (await waitFor(poll.every, end.signal))
      await poll
        .hasWork(scope)
        .then((found) => (found ? start() : undefined))
        .catch(warnFailed)
  }
  const polls = tables.rows.flatMap((row) => {
    const poll = row.kind === 'subscription' ? undefined : row.poll
    return poll && queues.includes(queueOf(row)) ? [repeat(row, poll)] : []
  })
  return async () => {
    end.abort()
    await Promise.all(polls)
  }
}

/** Returns false if it was aborted. */
const waitFor = (ms: number, signal: AbortSignal) => pause(ms, true, { signal, ref: false }).catch(() => false)

/**
 * Starts a job unless the last one still waits, or another process started one in the same period. A job that is active does not count: its
 * process may have been killed, or it may already have looked for work.
 */
function jobStarter(queues: Pick<Queues, 'queue'>, row: JobRow, every: number): () => Promise<void> {
  const [name, queue] = [nameOf(row), queues.queue(queueOf(row))]
  let last: string | undefined
  return async () => {
    if (last !== undefined && (await queue.getJobState(last)) === 'waiting') return
    last = `${name}-${Math.floor(Date.now() / every)}`
    // The next poll repeats a failed one. If the clock is set back, an id of a job that was kept would return, and start nothing.
    await queue.add(name, { payload: null, workspaceId: null }, { jobId: last, attempts: 1, removeOnComplete: true })
  }
}
