import { setTimeout } from 'node:timers/promises'
import type { JobContract } from '../kernel/queue/contract.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { minutes, seconds } from '../kernel/time.js'

/** Maximum run time of one job before it hands over to the next. The job timeout must be longer. */
const maxRunMs = minutes(4)
export const batchJobTimeoutMs = minutes(6)

/** Waits until requests that started before the job was enqueued have finished, so that the job does not miss their writes. */
export const awaitEarlierRequests = () => setTimeout(seconds(1))

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
