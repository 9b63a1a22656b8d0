import { setTimeout } from 'node:timers/promises'
import type { JobContract } from '../kernel/queue/contract.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { minutes, seconds } from '../kernel/time.js'
import { isWriterRunning, transactionTime } from './earlier-transactions.queries.js'

/** Maximum run time of one job before it hands over to the next. The job timeout must be longer. */
const maxRunMs = minutes(4)
export const batchJobTimeoutMs = minutes(6)

/** Time in which a request writes for the first time. */
const startMs = seconds(1)
const pollMs = 200
const maxWaitMs = seconds(30)

/**
 * Waits until requests and jobs that started before this job was enqueued have finished, so that it does not miss their writes. Parts of an
 * import take seconds.
 */
export async function awaitEarlierRequests(scope: Pick<JobScope, 'pool'>): Promise<void> {
  await setTimeout(startMs)
  const begunBefore = await transactionTime(scope)
  const end = performance.now() + maxWaitMs
  while (performance.now() < end && (await isWriterRunning(scope, begunBefore))) await setTimeout(pollMs)
}

/**
 * Runs a step repeatedly, each time in its own transaction, so that the job can be killed and resumed at any point. A step returns whether
 * there may be more to do. After a few minutes the rest is enqueued as a new job, so that other jobs get a turn.
 */
export async function runInBatches<Payload>(
  scope: JobScope,
  contract: JobContract<Payload>,
  payload: Payload,
  step: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + maxRunMs
  while (await inTransaction(scope, step)) {
    if (performance.now() < end) continue
    await inTransaction(scope, async () => scope.enqueue(contract, payload))
    return
  }
}
