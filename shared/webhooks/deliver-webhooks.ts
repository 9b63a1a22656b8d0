import { setTimeout as pause } from 'node:timers/promises'
import { webhookOutboxChannel } from '../accounts/index.js'
import { openGuardedClient } from '../kernel/http-client/guarded-client.js'
import type { JobScope } from '../kernel/scope.js'
import { newSignal } from '../kernel/signal.js'
import { seconds } from '../kernel/time.js'
import {
  closeDeliveryWorker,
  expectDue,
  openDeliveryWorker,
  invalidateEvents,
  refreshWebhook,
  type DeliveryWorker,
  runCycle,
} from './delivery/delivery-worker.js'
import { dispatchOutbox } from './delivery/dispatch-outbox.js'
import { deliveryConcurrency, stopGraceMs } from './limits.js'
import { eventsChanged, webhooksChannel } from './notify-delivery-workers.js'

/** Minimum pause between cycles, so that work arriving meanwhile is batched. */
const cyclePauseMs = 20

/** Per host: webhooks on the same host share its connections. */
const maxConnectionsPerHost = 50 * deliveryConcurrency

/** Dispatches the outbox and sends deliveries until `stop` is aborted. Any number of processes may run concurrently. */
export async function deliverWebhooks(scope: JobScope, stop: AbortSignal): Promise<void> {
  const { config, store } = scope
  const abort = new AbortController()
  const client = openGuardedClient({
    allowPrivateTargets: config.allowPrivateTargets,
    userAgent: `Tributary (+${config.baseUrl})`,
    connections: maxConnectionsPerHost,
  })
  // Closing the client aborts all requests at once; one listener per request would make every removal a linear search.
  abort.signal.addEventListener('abort', () => void client.close(), { once: true })
  const worker = openDeliveryWorker(scope, client, abort.signal)
  const outboxChanged = newSignal()
  const unsubscribes = await Promise.all([
    store.subscribe(webhookOutboxChannel, outboxChanged.notify, outboxChanged.notify),
    store.subscribe(
      webhooksChannel,
      (id) => (id === eventsChanged ? invalidateEvents(worker) : refreshWebhook(worker, id)),
      worker.workAvailable.notify,
    ),
  ])
  const wakeLoops = () => {
    outboxChanged.notify()
    worker.workAvailable.notify()
  }
  stop.addEventListener('abort', wakeLoops, { once: true })
  try {
    await Promise.all([
      repeat(scope, stop, async () => ((await dispatchToWorker(scope, worker)) ? null : outboxChanged.wait(seconds(1)))),
      repeat(scope, stop, async () => {
        await runCycle(worker)
        await worker.workAvailable.wait(seconds(1))
      }),
    ])
    const graceTimer = setTimeout(() => abort.abort(), stopGraceMs)
    await closeDeliveryWorker(worker).finally(() => clearTimeout(graceTimer))
  } finally {
    abort.abort()
    await Promise.all(unsubscribes.map((unsubscribe) => unsubscribe()))
  }
}

/** Returns whether there may be more outbox entries. */
async function dispatchToWorker(scope: JobScope, worker: DeliveryWorker): Promise<boolean> {
  const { hasMore, events } = await dispatchOutbox(scope)
  worker.bodyCache.add(events)
  if (events.length > 0) expectDue(worker, new Set(events.flatMap(({ subscribers }) => subscribers.map(({ id }) => id))))
  return hasMore
}

async function repeat({ log }: JobScope, stop: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!stop.aborted) {
    try {
      await work()
      await pause(cyclePauseMs)
    } catch (error) {
      log.warn({ err: error }, 'webhook delivery cycle failed, retrying')
      await pause(seconds(1))
    }
  }
}
