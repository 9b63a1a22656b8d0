/** What one process has in hand for one webhook. */
import type { Vault } from '../../kernel/vault.js'
import { atOnce, failuresToPause } from '../limits.js'
import { secretsOf } from '../secret.js'
import type { Due, Leased } from './delivery.queries.js'
import { type SigningKey, signingKey } from './signature.js'

export interface Parcel extends Due {
  /** As it is sent and signed. */
  body: Buffer
}

export interface Lane {
  webhook: Leased
  /** Read and not sent yet, the longest due first. */
  waiting: Parcel[]
  /** Ids of events that wait, are on their way, or whose result is not written. */
  held: Set<string>
  onTheWay: number
  /** Failed attempts since the last success, whether or not they are written yet. */
  failures: number
  lastDueAt: number
  /** Nothing more is sent; once nothing is in hand the webhook is let go. */
  isClosing: boolean
}

export const openLane = (webhook: Leased): Lane => ({ webhook, waiting: [], held: new Set(), onTheWay: 0, failures: webhook.consecutiveFailures, lastDueAt: performance.now(), isClosing: false })

/** How many more may be sent now. */
export const roomOf = ({ failures, onTheWay, isClosing }: Lane) => (isClosing ? 0 : (failures >= failuresToPause ? 1 : atOnce) - onTheWay)

export function closeLane(lane: Lane): void {
  lane.isClosing = true
  for (const { eventId } of lane.waiting.splice(0)) lane.held.delete(eventId)
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
