import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { dispatchWebhookEventsJob } from '../accounts/index.js'
import { enqueueUnique } from '../kernel/queue/enqueue-unique.js'
import { markActive } from '../kernel/release-idle-memory.js'
import type { JobScope } from '../kernel/scope.js'
import { seconds } from '../kernel/time.js'
import { announceEvents } from './delivery/delivery-process.js'
import { dispatchOutbox } from './delivery/dispatch-outbox.js'
import { deliverWebhookJob } from './jobs.js'

/** Pause between two looks at the outbox, so that entries arriving meanwhile share a transaction. */
const pollIntervalMs = 20
/** While entries arrive steadily, one job dispatches them: it ends when none came for this long. */
const lingerMs = seconds(0.3)
/** Then the job makes room for another, possibly in another process. */
const sliceMs = seconds(30)

/** Processes whose outbox is being dispatched by one of their jobs. */
const dispatching = new WeakSet<pg.Pool>()

/** Dispatches the outbox until it is empty. Any number of processes may run it at the same time, each of them once. */
export async function dispatchWebhookEvents(scope: JobScope, stop: AbortSignal): Promise<void> {
  if (dispatching.has(scope.pool)) return
  dispatching.add(scope.pool)
  try {
    if (await dispatchUntilEmpty(scope, stop)) scope.queues.wake(dispatchWebhookEventsJob)
  } finally {
    dispatching.delete(scope.pool)
  }
}

/** Returns whether its time ended first. */
async function dispatchUntilEmpty(scope: JobScope, stop: AbortSignal): Promise<boolean> {
  const began = performance.now()
  let emptySince = began - lingerMs
  while (!stop.aborted) {
    const { taken, hasMore } = await dispatchOnce(scope)
    if (taken > 0) emptySince = performance.now()
    if (performance.now() - emptySince >= lingerMs) return false
    if (performance.now() - began >= sliceMs) return true
    if (!hasMore) await pause(pollIntervalMs)
  }
  return false
}

async function dispatchOnce(scope: JobScope): Promise<{ taken: number; hasMore: boolean }> {
  const { taken, hasMore, events, idleWebhookIds } = await dispatchOutbox(scope)
  if (taken > 0) markActive()
  // Webhooks that this process already delivers to were notified; those of another process find their events within a second.
  const deliveredHere = announceEvents(scope, events)
  const toStart = idleWebhookIds.filter((id) => !deliveredHere.has(id))
  if (toStart.length > 0)
    await enqueueUnique(
      scope.queues,
      deliverWebhookJob,
      toStart.map((webhookId) => ({ webhookId })),
    )
  return { taken, hasMore }
}
