/** The deliveries that one process holds for one webhook. */
import type { Vault } from '../../kernel/vault.js'
import { deliveryConcurrency, failuresToPause } from '../limits.js'
import { secretsOf } from '../secret.js'
import type { DueDelivery, LeasedWebhook, AcquiredWebhook } from './delivery.queries.js'
import { type SigningKey, signingKey } from './signature.js'

/** An event batch that was read. Its row is deleted together with the write of its last result. */
export interface EventBatch {
  id: number
  /** Deliveries whose results are not stored yet. */
  unwritten: number
  /** Deliveries that are pending, in flight or being stored. */
  inProgress: number
}

export interface PendingDelivery extends DueDelivery {
  /** The bytes that are signed and sent. */
  body: Buffer
  /** Null for a retry. */
  batch: EventBatch | null
}

export interface WebhookQueue {
  webhook: LeasedWebhook
  /** Read and not sent yet, earliest due first. */
  pending: PendingDelivery[]
  /** Events that are pending, in flight or whose result is not stored yet. */
  eventIds: Set<string>
  /** Batches with deliveries in progress. */
  batchIds: Set<number>
  /** Batches up to this id may have been partially delivered, or have canceled deliveries. */
  maybeDeliveredUpTo: number
  inFlight: number
  /** Failed attempts since the last success, including those not stored yet. */
  consecutiveFailures: number
  openedAt: number
  lastActiveAt: number
  /** Nothing more is sent; the lease is released once nothing is in progress. */
  isClosing: boolean
}

export const openWebhookQueue = ({ newestBatchId, ...webhook }: AcquiredWebhook): WebhookQueue => ({
  webhook,
  pending: [],
  eventIds: new Set(),
  batchIds: new Set(),
  maybeDeliveredUpTo: newestBatchId,
  inFlight: 0,
  consecutiveFailures: webhook.consecutiveFailures,
  openedAt: performance.now(),
  lastActiveAt: performance.now(),
  isClosing: false,
})

/** How many more deliveries may be in flight. A failing receiver gets one at a time. */
export const freeSlots = ({ consecutiveFailures, inFlight, isClosing }: WebhookQueue) =>
  isClosing ? 0 : (consecutiveFailures >= failuresToPause ? 1 : deliveryConcurrency) - inFlight

export function closeWebhookQueue(queue: WebhookQueue): void {
  queue.isClosing = true
  for (const { eventId } of queue.pending.splice(0)) queue.eventIds.delete(eventId)
}

/** Allows the delivery to be read again; the database returns it only if its result could not be stored. */
export function releaseDelivery(queue: WebhookQueue, { eventId, batch }: PendingDelivery): void {
  queue.eventIds.delete(eventId)
  if (!batch || --batch.inProgress > 0) return
  queue.batchIds.delete(batch.id)
  if (batch.unwritten > 0) queue.maybeDeliveredUpTo = Math.max(queue.maybeDeliveredUpTo, batch.id)
}

/** Drops the unsent deliveries, which are then read again. Any batch that exists may have deliveries that were canceled meanwhile. */
export function releasePending(queue: WebhookQueue): void {
  for (const delivery of queue.pending.splice(0)) releaseDelivery(queue, delivery)
  queue.maybeDeliveredUpTo = Number.MAX_SAFE_INTEGER
}

/** Secrets are decrypted once per loaded webhook, not per delivery. */
type WithSecret = Pick<LeasedWebhook, 'id' | 'sealedSecret' | 'formerSecret' | 'formerUntil'>
const signingKeyCache = new WeakMap<WithSecret, { keys: SigningKey[]; until: number }>()

export function signingKeys(vault: Vault, webhook: WithSecret, now: Date): SigningKey[] {
  const cached = signingKeyCache.get(webhook)
  if (cached && now.getTime() < cached.until) return cached.keys
  const keys = secretsOf(vault, webhook, now).map(signingKey)
  signingKeyCache.set(webhook, {
    keys,
    until: keys.length > 1 && webhook.formerUntil ? webhook.formerUntil.getTime() : Number.POSITIVE_INFINITY,
  })
  return keys
}
