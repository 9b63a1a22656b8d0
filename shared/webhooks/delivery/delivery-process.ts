/**
 * The delivery jobs of one process share a worker: its connections, cached bodies, and the reads and writes of all of their webhooks. It
 * opens with the first job and closes with the last.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openGuardedClient } from '../../kernel/http-client/guarded-client.js'
import type { JobScope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { deliveryConcurrency, stopGraceMs } from '../limits.js'
import { eventsChanged, webhooksChannel } from '../notify-delivery-workers.js'
import {
  closeDeliveryWorker,
  type DeliveryWorker,
  invalidateEvents,
  openDeliveryWorker,
  refreshWebhook,
  runCycle,
} from './delivery-worker.js'
import type { SubscribedEvent } from './event.queries.js'

/** Minimum pause between cycles, so that work arriving meanwhile is batched. */
const cyclePauseMs = 20

/** Per host: webhooks on the same host share its connections. */
const maxConnectionsPerHost = 50 * deliveryConcurrency

const workers = new WeakMap<pg.Pool, DeliveryWorker>()

/** Delivers to a webhook until the worker ends its job. */
export async function deliverUntilIdle(scope: JobScope, webhookId: string, stop: AbortSignal): Promise<void> {
  const worker = workers.get(scope.pool)
  if (worker?.jobs.has(webhookId)) return // a stalled job that was started again by the process that runs it
  await new Promise<void>((resolve) => {
    const joined = worker ?? startWorker(scope, stop)
    joined.jobs.set(webhookId, resolve)
    joined.workAvailable.notify()
  })
}

/** Passes new events to the worker of this process. Returns the webhooks that it delivers to. */
export function announceEvents({ pool }: Pick<JobScope, 'pool'>, events: readonly SubscribedEvent[]): ReadonlySet<string> {
  const worker = workers.get(pool)
  if (!worker || events.length === 0) return new Set()
  worker.bodyCache.add(events)
  worker.workAvailable.notify()
  return new Set(worker.jobs.keys())
}

function startWorker(scope: JobScope, stop: AbortSignal): DeliveryWorker {
  const abort = new AbortController()
  const client = openGuardedClient({
    allowPrivateTargets: scope.config.allowPrivateTargets,
    userAgent: `Tributary (+${scope.config.baseUrl})`,
    connections: maxConnectionsPerHost,
  })
  // Closing the client aborts all requests at once; one listener per request would make every removal a linear search.
  abort.signal.addEventListener('abort', () => void client.close(), { once: true })
  const worker = openDeliveryWorker(scope, client, abort.signal)
  workers.set(scope.pool, worker)
  void runWorker(worker, stop, abort)
  return worker
}

/** Runs cycles while there are jobs. Never rejects: a failed cycle is logged and repeated. */
async function runWorker(worker: DeliveryWorker, stop: AbortSignal, abort: AbortController): Promise<void> {
  const { scope, jobs, workAvailable } = worker
  const unsubscribe = await subscribe(worker)
  stop.addEventListener('abort', workAvailable.notify, { once: true })
  while (!stop.aborted && jobs.size > 0) {
    try {
      await runCycle(worker)
      if (jobs.size > 0) await workAvailable.wait(seconds(1))
      if (jobs.size > 0) await pause(cyclePauseMs)
    } catch (error) {
      scope.log.warn({ err: error }, 'webhook delivery cycle failed, retrying')
      await pause(seconds(1))
    }
  }
  workers.delete(scope.pool)
  stop.removeEventListener('abort', workAvailable.notify)
  const graceTimer = setTimeout(() => abort.abort(), stopGraceMs)
  await closeDeliveryWorker(worker).catch((error) => scope.log.warn({ err: error }, 'webhook leases not released, they expire'))
  clearTimeout(graceTimer)
  abort.abort()
  await unsubscribe()
  for (const end of jobs.values()) end()
}

/** Without notifications, changes are noticed when leases are renewed. */
async function subscribe(worker: DeliveryWorker): Promise<() => Promise<unknown>> {
  const { store, log } = worker.scope
  const onMessage = (id: string) => (id === eventsChanged ? invalidateEvents(worker) : refreshWebhook(worker))
  const onGap = () => {
    invalidateEvents(worker)
    refreshWebhook(worker)
  }
  return store.subscribe(webhooksChannel, onMessage, onGap).catch((error) => {
    log.warn({ err: error }, 'webhook changes not subscribed')
    return async () => undefined
  })
}
