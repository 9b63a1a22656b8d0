/** What one process has in hand for one webhook. */
import type { Vault } from '../../kernel/vault.js'
import { atOnce, failuresToPause } from '../limits.js'
import { secretsOf } from '../secret.js'
import type { Due, Leased, Taken } from './delivery.queries.js'
import { type SigningKey, signingKey } from './signature.js'

/** A bundle that was read. Its row goes with the last of its deliveries that is written. */
export interface Bundle {
  id: number
  /** Deliveries whose results are not written. */
  unwritten: number
  /** Deliveries that wait, are on their way or are being written. */
  inHand: number
}

export interface Parcel extends Due {
  /** As it is sent and signed. */
  body: Buffer
  /** Null for what was tried before. */
  bundle: Bundle | null
}

export interface Lane {
  webhook: Leased
  /** Read and not sent yet, the longest due first. */
  waiting: Parcel[]
  /** Ids of events that wait, are on their way, or whose result is not written. */
  held: Set<string>
  /** Ids of bundles of which something is in hand. */
  bundles: Set<number>
  /** Bundles up to this one may have been delivered in part. */
  doubted: number
  onTheWay: number
  /** Failed attempts since the last success, whether or not they are written yet. */
  failures: number
  lastDueAt: number
  /** Nothing more is sent; once nothing is in hand the webhook is let go. */
  isClosing: boolean
}

export const openLane = ({ newestBundle, ...webhook }: Taken): Lane => ({
  webhook,
  waiting: [],
  held: new Set(),
  bundles: new Set(),
  doubted: newestBundle,
  onTheWay: 0,
  failures: webhook.consecutiveFailures,
  lastDueAt: performance.now(),
  isClosing: false,
})

/** How many more may be sent now. */
export const roomOf = ({ failures, onTheWay, isClosing }: Lane) => (isClosing ? 0 : (failures >= failuresToPause ? 1 : atOnce) - onTheWay)

export function closeLane(lane: Lane): void {
  lane.isClosing = true
  for (const { eventId } of lane.waiting.splice(0)) lane.held.delete(eventId)
}

/** What is read from now on no longer knows of the parcel, unless its result could not be written. */
export function putDown(lane: Lane, { eventId, bundle }: Parcel): void {
  lane.held.delete(eventId)
  if (!bundle || --bundle.inHand > 0) return
  lane.bundles.delete(bundle.id)
  if (bundle.unwritten > 0) lane.doubted = Math.max(lane.doubted, bundle.id)
}

/** Nothing is on its way of what waits; it is read again. */
export function putBack(lane: Lane): void {
  for (const parcel of lane.waiting.splice(0)) putDown(lane, parcel)
}

/** Secrets are opened once for a webhook as it was read, not for each delivery. */
const opened = new WeakMap<Leased, { keys: SigningKey[]; until: number }>()

export function keysNow(vault: Vault, webhook: Leased, now: Date): SigningKey[] {
  const known = opened.get(webhook)
  if (known && now.getTime() < known.until) return known.keys
  const keys = secretsOf(vault, webhook, now).map(signingKey)
  opened.set(webhook, { keys, until: keys.length > 1 && webhook.formerUntil ? webhook.formerUntil.getTime() : Number.POSITIVE_INFINITY })
  return keys
}
