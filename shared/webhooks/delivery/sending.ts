/** What is due is read ahead and sent; nothing waits for a receiver here. */
import { VaultError } from '../../kernel/vault.js'
import { readAhead } from '../limits.js'
import type { Attempt } from '../log/delivery.schema.js'
import type { Contents } from './bodies.js'
import { type BundleRow, dropBundles, dueDeliveries, oldestBundles } from './delivery.queries.js'
import { type Bundle, keysNow, type Lane, type Parcel, roomOf } from './lane.js'
import { isSuccess, send } from './send.js'
import type { Station } from './station.js'
import { endOfRetries } from './timetable.js'

/** Reads what is due for lanes that have nothing left to send. */
export async function readDue({ lanes, scope, bodies }: Station): Promise<void> {
  const hungry = [...lanes].flatMap(([id, lane]) =>
    lane.waiting.length === 0 && roomOf(lane) > 0 ? [{ id, room: lane.held.size + readAhead, doubted: lane.doubted }] : [],
  )
  if (hungry.length === 0) return
  const inHand = [...lanes.values()].flatMap(({ bundles }) => [...bundles])
  const [again, bundles] = await Promise.all([dueDeliveries(scope.pool, scope.now(), hungry), oldestBundles(scope.pool, hungry, inHand)])
  const due = again.filter(({ webhookId, eventId }) => lanes.get(webhookId)?.held.has(eventId) === false)
  const texts = await bodies.ofEvents([...due.map(({ eventId }) => eventId), ...new Set(bundles.flatMap(({ eventIds }) => eventIds))])
  const parcels = due.flatMap((one): Parcel[] => {
    const body = texts.get(one.eventId)?.body
    return body === undefined ? [] : [{ ...one, body, bundle: null }]
  })
  const unpacked = bundles.map((bundle) => unpack(bundle, texts))
  const empty = unpacked.flatMap((one, at) => (one.length === 0 ? [(bundles[at] as BundleRow).id] : []))
  if (empty.length > 0) await dropBundles(scope.pool, empty)
  const all = parcels.length > 0 ? [...parcels, ...unpacked.flat()].sort((a, b) => a.dueAt - b.dueAt) : unpacked.flat()
  for (const parcel of all) hold(lanes.get(parcel.webhookId), parcel)
}

/** Deliveries of a bundle. Events whose time is over are no more. */
function unpack({ id, webhookId, eventIds, createdAt }: BundleRow, texts: ReadonlyMap<string, Contents>): Parcel[] {
  const giveUpAt = endOfRetries(new Date(createdAt)).getTime()
  const bundle: Bundle = { id, unwritten: 0, inHand: 0 }
  const parcels = eventIds.flatMap((eventId): Parcel[] => {
    const contents = texts.get(eventId)
    return contents
      ? [{ webhookId, eventId, event: contents.event, tries: 0, dueAt: createdAt, giveUpAt, createdAt, body: contents.body, bundle }]
      : []
  })
  bundle.unwritten = bundle.inHand = parcels.length
  return parcels
}

function hold(lane: Lane | undefined, parcel: Parcel): void {
  if (!lane || lane.isClosing) return
  lane.held.add(parcel.eventId)
  if (parcel.bundle) lane.bundles.add(parcel.bundle.id)
  lane.waiting.push(parcel)
  lane.lastDueAt = performance.now()
}

/** Sends as much as the receiver may get at a time. */
export function sendWaiting(station: Station, lane: Lane): void {
  while (lane.waiting.length > 0 && roomOf(lane) > 0) void sendOne(station, lane, lane.waiting.shift() as Parcel)
}

async function sendOne(station: Station, lane: Lane, parcel: Parcel): Promise<void> {
  const { scope, cut, results, bell, finished } = station
  lane.onTheWay++
  try {
    const attempt = await attemptTo(station, lane, parcel).finally(() => lane.onTheWay--)
    const wasFailing = lane.failures > 0
    lane.failures = isSuccess(attempt) ? 0 : lane.failures + 1
    sendWaiting(station, lane)
    if (lane.waiting.length === 0) bell.ring()
    await results.add({ due: parcel, attempt, wasFailing })
  } catch (error) {
    if (!cut.aborted) scope.log.warn({ err: error, webhookId: parcel.webhookId }, 'a delivery is not written down and will be sent again')
  }
  finished.push({ lane, parcel })
  if (lane.waiting.length === 0) bell.ring()
}

async function attemptTo({ scope, client, cut }: Station, { webhook }: Lane, { eventId, body }: Parcel): Promise<Attempt> {
  const now = scope.now()
  try {
    return await send(client, { url: webhook.url, keys: keysNow(scope.vault, webhook, now), eventId, body }, now, cut)
  } catch (error) {
    if (error instanceof VaultError)
      return {
        at: now.toISOString(),
        url: webhook.url,
        status: null,
        error: 'The secret of the webhook can no longer be read: rotate it.',
        durationMs: 0,
        response: null,
      }
    throw error
  }
}
