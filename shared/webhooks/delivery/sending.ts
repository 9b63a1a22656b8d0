/** What is due is read ahead and sent; nothing waits for a receiver here. */
import { VaultError } from '../../kernel/vault.js'
import { readAhead } from '../limits.js'
import type { Attempt } from '../log/delivery.schema.js'
import { dueDeliveries } from './delivery.queries.js'
import { keysNow, type Lane, type Parcel, roomOf } from './lane.js'
import { isSuccess, send } from './send.js'
import type { Station } from './station.js'

/** Reads what is due for lanes that have nothing left to send. */
export async function readDue({ lanes, scope, bodies }: Station): Promise<void> {
  const hungry = [...lanes].flatMap(([id, lane]) => (lane.waiting.length === 0 && roomOf(lane) > 0 ? [{ id, room: lane.held.size + readAhead }] : []))
  if (hungry.length === 0) return
  const due = (await dueDeliveries(scope.pool, scope.now(), hungry)).filter(({ webhookId, eventId }) => lanes.get(webhookId)?.held.has(eventId) === false)
  const texts = await bodies.ofEvents(due.map(({ eventId }) => eventId))
  for (const one of due) {
    const [lane, body] = [lanes.get(one.webhookId), texts.get(one.eventId)]
    if (!lane || lane.isClosing || body === undefined) continue
    lane.held.add(one.eventId)
    lane.waiting.push({ ...one, body })
    lane.lastDueAt = performance.now()
  }
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
  finished.push({ lane, eventId: parcel.eventId })
  if (lane.waiting.length === 0) bell.ring()
}

async function attemptTo({ scope, client, cut }: Station, { webhook }: Lane, { eventId, body }: Parcel): Promise<Attempt> {
  const now = scope.now()
  try {
    return await send(client, { url: webhook.url, keys: keysNow(scope.vault, webhook, now), eventId, body }, now, cut)
  } catch (error) {
    if (error instanceof VaultError) return { at: now.toISOString(), url: webhook.url, status: null, error: 'The secret of the webhook can no longer be read: rotate it.', durationMs: 0, response: null }
    throw error
  }
}
