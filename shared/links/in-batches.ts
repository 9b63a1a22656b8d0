import { setTimeout } from 'node:timers/promises'
import type { JobContract } from '../kernel/contract.js'
import { inTransaction, type JobScope } from '../kernel/scope.js'
import { minutes, seconds } from '../kernel/time.js'

/** Longest stretch of batches in one job; a row of the job table needs more time than that. */
const stretch = minutes(4)
export const batchesWithin = minutes(6)

/** Resolves when requests that began before the job was queued have ended: none of them still writes what the job would miss. */
export const pastRequests = () => setTimeout(seconds(1))

/**
 * Long work in steps, each kept in a transaction of its own, so that it may be killed at any moment and taken up again. A step answers
 * whether there may be more to do. What is left after a while goes on in a further job, so that others get a turn.
 */
export async function inBatches<Payload>(
  scope: JobScope,
  of: JobContract<Payload>,
  payload: Payload,
  step: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + stretch
  while (await inTransaction(scope, step)) {
    if (performance.now() < end) continue
    await inTransaction(scope, async () => scope.enqueue(of, payload))
    return
  }
}
