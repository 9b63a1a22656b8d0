/** State of one delivering process: the webhooks it leases, each with its own queue, so that a slow receiver delays only itself. */
import { groupCommit, type GroupCommit } from '../../kernel/group-commit.js'
import type { GuardedClient } from '../../kernel/http-client/guarded-client.js'
import { newId } from '../../kernel/ids.js'
import { markActive } from '../../kernel/release-idle-memory.js'
import type { JobScope } from '../../kernel/scope.js'
import { type Signal, newSignal } from '../../kernel/signal.js'
import { idleReleaseMs, jobSliceMs, leaseRenewalIntervalMs, maxResultsPerTransaction } from '../limits.js'
import { releaseLeases, renewLeases, acquireLeases } from './delivery.queries.js'
import { type EventBodyCache, openEventBodyCache } from './event-body-cache.js'
import { refillQueues, sendPending } from './refill-and-send.js'
import { storeResults, type AttemptResult } from './store-results.js'
import {
  closeWebhookQueue,
  type WebhookQueue,
  openWebhookQueue,
  type PendingDelivery,
  releasePending,
  releaseDelivery,
} from './webhook-queue.js'

export interface DeliveryWorker {
  scope: JobScope
  client: GuardedClient
  /** Aborts requests in flight; their attempts are not recorded. */
  abortSignal: AbortSignal
  /** Identifies this process in the leases. */
  leaseOwner: string
  queues: Map<string, WebhookQueue>
  bodyCache: EventBodyCache
  results: GroupCommit<AttemptResult>
  /** Deliveries whose results are stored. Reads that started earlier may still return them as due, so they are released between reads. */
  finished: { queue: WebhookQueue; delivery: PendingDelivery }[]
  /** Notified when the next cycle may find work. */
  workAvailable: Signal
  /** The webhooks of the running jobs, with a function that ends the job. */
  jobs: Map<string, () => void>
  /** Whether stored events changed after they were read. */
  hasStaleEvents: boolean
  nextRenewalAt: number
}

export function openDeliveryWorker(scope: JobScope, client: GuardedClient, abortSignal: AbortSignal): DeliveryWorker {
  const results = groupCommit<AttemptResult>((batch) => storeAttempts(worker, batch), maxResultsPerTransaction)
  const worker: DeliveryWorker = {
    scope,
    client,
    abortSignal,
    leaseOwner: newId('batch_'),
    queues: new Map(),
    bodyCache: openEventBodyCache(scope.pool),
    results,
    finished: [],
    workAvailable: newSignal(),
    jobs: new Map(),
    hasStaleEvents: false,
    nextRenewalAt: 0,
  }
  return worker
}

/** Runs one cycle: leases webhooks, reads due deliveries and starts sending them. It never waits for a receiver. */
export async function runCycle(worker: DeliveryWorker): Promise<void> {
  if (performance.now() >= worker.nextRenewalAt) await renewAllLeases(worker)
  await acquireWebhooks(worker)
  await releaseFinished(worker)
  if (worker.hasStaleEvents) discardReadEvents(worker)
  await refillQueues(worker)
  for (const queue of worker.queues.values()) sendPending(worker, queue)
}

/** Reloads webhooks after one of them changed. */
export function refreshWebhook(worker: DeliveryWorker): void {
  worker.nextRenewalAt = 0
  worker.workAvailable.notify()
}

/** Discards event bodies already read, for example after a customer was erased. */
export function invalidateEvents(worker: DeliveryWorker): void {
  worker.hasStaleEvents = true
  worker.workAvailable.notify()
}

/** Renews the leases, reloads the leased webhooks and releases idle ones. */
async function renewAllLeases(worker: DeliveryWorker): Promise<void> {
  const { queues, scope, leaseOwner } = worker
  const now = performance.now()
  worker.nextRenewalAt = now + leaseRenewalIntervalMs
  for (const [id, queue] of queues) {
    if (queue.eventIds.size === 0 && now - queue.lastActiveAt > idleReleaseMs) await releaseWebhook(worker, id)
    else if (now - queue.openedAt > jobSliceMs) closeWebhookQueue(queue)
  }
  if (queues.size === 0) return
  const renewed = new Map((await renewLeases(scope.pool, leaseOwner, [...queues.keys()])).map((webhook) => [webhook.id, webhook]))
  for (const [id, queue] of queues) {
    const webhook = renewed.get(id)
    if (webhook) queue.webhook = webhook
    else {
      queues.delete(id)
      closeWebhookQueue(queue)
      endJob(worker, id)
    }
  }
}

async function releaseWebhook(worker: DeliveryWorker, id: string): Promise<void> {
  worker.queues.delete(id)
  await releaseLeases(worker.scope.pool, worker.leaseOwner, [id])
  endJob(worker, id)
}

function endJob({ jobs }: DeliveryWorker, webhookId: string): void {
  jobs.get(webhookId)?.()
  jobs.delete(webhookId)
}

/** Leases the webhooks of new jobs. A webhook without due deliveries, or leased by another process, ends its job. */
async function acquireWebhooks(worker: DeliveryWorker): Promise<void> {
  const { queues, jobs, scope, leaseOwner } = worker
  const candidates = [...jobs.keys()].filter((id) => !queues.has(id))
  if (candidates.length === 0) return
  for (const webhook of await acquireLeases(scope.pool, leaseOwner, scope.now(), candidates))
    queues.set(webhook.id, openWebhookQueue(webhook))
  for (const id of candidates) if (!queues.has(id)) endJob(worker, id)
}

/** Must not run during a read: a delivery that was read before it finished would be sent a second time. */
async function releaseFinished(worker: DeliveryWorker): Promise<void> {
  for (const { queue, delivery } of worker.finished.splice(0)) releaseDelivery(queue, delivery)
  for (const [id, queue] of worker.queues) if (queue.isClosing && queue.eventIds.size === 0) await releaseWebhook(worker, id)
}

function discardReadEvents(worker: DeliveryWorker): void {
  worker.hasStaleEvents = false
  worker.bodyCache.clear()
  for (const queue of worker.queues.values()) releasePending(queue)
}

async function storeAttempts({ scope, queues }: DeliveryWorker, results: readonly AttemptResult[]): Promise<void> {
  markActive()
  for (const [id, health] of await storeResults(scope, results)) {
    const queue = queues.get(id)
    if (!queue) continue
    if (!health || health.disabledAt || health.pausedUntil) closeWebhookQueue(queue)
  }
}

/** Resolves when no request is in flight and all results are stored; then releases the leases for other processes. */
export async function closeDeliveryWorker(worker: DeliveryWorker): Promise<void> {
  const { queues, results, scope, leaseOwner } = worker
  for (const queue of queues.values()) closeWebhookQueue(queue)
  while ([...queues.values()].some(({ inFlight }) => inFlight > 0)) await new Promise((resolve) => setTimeout(resolve, 20))
  await results.idle()
  await releaseLeases(scope.pool, leaseOwner, [...queues.keys()])
}
