/** One process that delivers: which webhooks it holds, each in a lane of its own, so that none waits for another. */
import { type Bell, newBell } from '../../kernel/bell.js'
import { stir } from '../../kernel/give-back-memory.js'
import { groupCommit, type GroupCommit } from '../../kernel/group-commit.js'
import type { GuardedClient } from '../../kernel/guarded-client.js'
import { newId } from '../../kernel/ids.js'
import type { JobScope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { idleBeforeRelease, leaseRenewal, writtenAtOnce } from '../limits.js'
import { type Bodies, openBodies } from './bodies.js'
import { releaseLeases, renewLeases, takeLeases } from './delivery.queries.js'
import { keepResults, type Outcome } from './keep-results.js'
import { closeLane, type Lane, openLane, type Parcel, putBack, putDown } from './lane.js'
import { readDue, sendWaiting } from './sending.js'

export interface Station {
  scope: JobScope
  client: GuardedClient
  /** Ends what is on its way; it counts as never sent. */
  cut: AbortSignal
  /** Who holds the leases. */
  owner: string
  lanes: Map<string, Lane>
  bodies: Bodies
  results: GroupCommit<Outcome>
  /** What came to its end and is written. Only a reading that begins afterwards knows that it is no longer due. */
  finished: { lane: Lane; parcel: Parcel }[]
  /** Rings when a turn may find something to do. */
  bell: Bell
  /** Webhooks that may have something due and are in no lane. */
  expected: Set<string>
  /** Whether events have changed since they were read. */
  isOutdated: boolean
  looksAt: number
  renewsAt: number
}

export function openStation(scope: JobScope, client: GuardedClient, cut: AbortSignal): Station {
  const results = groupCommit<Outcome>((outcomes) => keep(station, outcomes), writtenAtOnce)
  const station: Station = {
    scope,
    client,
    cut,
    owner: newId('batch_'),
    lanes: new Map(),
    bodies: openBodies(scope.pool),
    results,
    finished: [],
    bell: newBell(),
    expected: new Set(),
    isOutdated: false,
    looksAt: 0,
    renewsAt: 0,
  }
  return station
}

/** Looks for what is due, and sends it. Each step is short: nothing waits for a receiver here. */
export async function turn(station: Station): Promise<void> {
  if (performance.now() >= station.renewsAt) await renew(station)
  await takeMore(station)
  await forgetFinished(station)
  if (station.isOutdated) forgetRead(station)
  await readDue(station)
  for (const lane of station.lanes.values()) sendWaiting(station, lane)
}

/** Goes on with a webhook as it is now. */
export function refresh(station: Station, webhookId: string): void {
  station.renewsAt = 0
  expect(station, [webhookId])
}

/** What was read of events is no longer true. */
export function readAnew(station: Station): void {
  station.isOutdated = true
  station.bell.ring()
}

/** These webhooks may have something due by now. */
export function expect({ expected, bell }: Station, webhookIds: Iterable<string>): void {
  for (const id of webhookIds) expected.add(id)
  bell.ring()
}

/** Leases run out where nobody renews them, and webhooks change. */
async function renew(station: Station): Promise<void> {
  const { lanes, scope, owner } = station
  const now = performance.now()
  station.renewsAt = now + leaseRenewal
  for (const [id, lane] of lanes) if (lane.held.size === 0 && now - lane.lastDueAt > idleBeforeRelease) await letGo(station, id)
  if (lanes.size === 0) return
  const kept = new Map((await renewLeases(scope.pool, owner, [...lanes.keys()])).map((webhook) => [webhook.id, webhook]))
  for (const [id, lane] of lanes) {
    const webhook = kept.get(id)
    if (webhook) lane.webhook = webhook
    else {
      lanes.delete(id)
      closeLane(lane)
    }
  }
}

async function letGo({ lanes, scope, owner }: Station, id: string): Promise<void> {
  lanes.delete(id)
  await releaseLeases(scope.pool, owner, [id])
}

/** Takes webhooks that have something due: those that are expected to at once, any other within a second. */
async function takeMore(station: Station): Promise<void> {
  const { lanes, expected, scope, owner } = station
  const isLook = performance.now() >= station.looksAt
  const among = isLook ? null : [...expected].filter((id) => !lanes.has(id))
  expected.clear()
  if (isLook) station.looksAt = performance.now() + seconds(1)
  else if (among?.length === 0) return
  for (const webhook of await takeLeases(scope.pool, owner, scope.now(), among)) lanes.set(webhook.id, openLane(webhook))
}

/** Must not happen while something is read: what was read before the end of a delivery would be sent again after it. */
async function forgetFinished(station: Station): Promise<void> {
  for (const { lane, parcel } of station.finished.splice(0)) putDown(lane, parcel)
  for (const [id, lane] of station.lanes) if (lane.isClosing && lane.held.size === 0) await letGo(station, id)
}

function forgetRead(station: Station): void {
  station.isOutdated = false
  station.bodies.forget()
  for (const lane of station.lanes.values()) putBack(lane)
}

async function keep({ scope, lanes }: Station, outcomes: readonly Outcome[]): Promise<void> {
  stir()
  for (const [id, health] of await keepResults(scope, outcomes)) {
    const lane = lanes.get(id)
    if (!lane) continue
    if (!health || health.disabledAt || health.pausedUntil) closeLane(lane)
  }
}

/** Resolves when nothing is on its way and all results are written; then others may deliver. */
export async function closeStation(station: Station): Promise<void> {
  const { lanes, results, scope, owner } = station
  for (const lane of lanes.values()) closeLane(lane)
  while ([...lanes.values()].some(({ onTheWay }) => onTheWay > 0)) await new Promise((resolve) => setTimeout(resolve, 20))
  await results.idle()
  await releaseLeases(scope.pool, owner, [...lanes.keys()])
}
