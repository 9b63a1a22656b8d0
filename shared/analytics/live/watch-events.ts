/** Streams events as they are stored. Each event is delivered exactly once, also across reconnects. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { mayReadCustomers } from '../../customers/index.js'
import { minutes } from '../../kernel/time.js'
import type { EventsQuery } from '../analytics-query.schema.js'
import { invalidCursor, tooManyStreams } from '../errors.js'
import { type EventKind, eventKinds } from '../event-store.js'
import type { EventResponse } from '../event.schema.js'
import { maxEventPageSize, maxStreams } from '../limits.js'
import { presentEvents, storedEvents } from '../list-events.js'
import { resolveFilters, type ResolvedFilters } from '../resolve-filters.js'
import { type Arrival, readArrivals, readStreamHead } from './arrivals.queries.js'
import { joinPoll, type SharedPoll } from './shared-poll.js'
import { formatPosition, parsePosition, type StreamPosition } from './stream-position.js'

/** After this time the stream ends and the client reconnects. */
const maxStreamMs = minutes(5)
const maxArrivalsPerPoll = 100

/** An event, or only the position of the stream: the browser stores it for reconnecting, and it keeps the connection alive. */
export interface LiveEvent {
  id: string
  event?: EventResponse['event']
  data?: EventResponse
}

/** Yields events of the requested kind, or of all kinds, from now on or after `lastEventId`. */
export async function* watchEvents(
  scope: WorkspaceScope,
  query: EventsQuery,
  lastEventId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<LiveEvent> {
  const filters = await resolveFilters(scope, query)
  const { position, arrivedBefore } = await startingPoint(scope, lastEventId)
  const release = await acquireStreamSlot(scope, signal)
  const poll = joinPoll(scope.pool, scope.workspace.id)
  try {
    yield* eventsFrom(position, { scope, poll, filters, arrivedBefore, kinds: query.event ? [query.event] : eventKinds, signal })
  } finally {
    poll.leave()
    await release()
  }
}

interface Stream {
  scope: WorkspaceScope
  poll: SharedPoll
  filters: ResolvedFilters
  kinds: readonly EventKind[]
  /** Arrivals from before the stream began, as `tx.no`. */
  arrivedBefore: ReadonlySet<string>
  signal: AbortSignal
}

async function startingPoint(
  { pool, workspace }: WorkspaceScope,
  lastEventId: string | undefined,
): Promise<{ position: StreamPosition; arrivedBefore: Set<string> }> {
  const { horizon, nextTx, pastHorizon } = await readStreamHead(pool, workspace.id)
  if (lastEventId === undefined) return { position: { tx: horizon, no: '0', index: 0 }, arrivedBefore: new Set(pastHorizon) }
  const position = parsePosition(lastEventId)
  // A transaction id that was not assigned yet comes from another database.
  if (!position || BigInt(position.tx) > BigInt(nextTx)) throw invalidCursor('Last-Event-ID')
  return { position, arrivedBefore: new Set() }
}

/**
 * Slots are shared by all processes. Returns the function that frees the slot, which is called at once when the stream is aborted. The slot
 * of a crashed process expires when its stream would have ended.
 */
async function acquireStreamSlot({ store, workspace, log }: WorkspaceScope, signal: AbortSignal): Promise<() => Promise<void>> {
  for (let index = 0; index < maxStreams; index++) {
    const slot = `live-events:${workspace.id}:${index}`
    if ((await store.setIfAbsent(slot, '1', maxStreamMs + minutes(1))) !== null) continue
    // Once only: another stream may have the slot by now.
    let released: Promise<void> | undefined
    const release = () =>
      (released ??= store.delete(slot).catch((error: unknown) => log.warn({ err: error }, 'stream slot not freed, it expires')))
    if (signal.aborted) void release()
    else signal.addEventListener('abort', () => void release(), { once: true })
    return release
  }
  throw tooManyStreams(maxStreams)
}

async function* eventsFrom(start: StreamPosition, stream: Stream): AsyncGenerator<LiveEvent> {
  const {
    scope: { pool, workspace, now },
    poll,
    filters,
    kinds,
    arrivedBefore,
  } = stream
  // Streams share results only if their callers may see the same.
  const filterKey = JSON.stringify([filters, kinds, mayReadCustomers(stream.scope)])
  let position = start
  yield { id: formatPosition(position) }
  for (const end = now().getTime() + maxStreamMs; now().getTime() < end && !stream.signal.aborted;) {
    const { arrivals, horizon } = await poll.share(formatPosition(position), () =>
      readArrivals(pool, workspace.id, position, maxArrivalsPerPoll),
    )
    const newArrivals = arrivals.filter(({ tx, no }) => !arrivedBefore.has(`${tx}.${no}`))
    for (const batch of batchesOf(newArrivals)) {
      const key = `${filterKey} ${batch.map(({ no }) => no).join()}`
      for (const event of await poll.share(key, () => presentArrivals(stream, batch))) if (isAfter(event.id, position)) yield event
    }
    const last = arrivals.at(-1)
    const isCaughtUp = arrivals.length < maxArrivalsPerPoll
    position = isCaughtUp || !last ? { tx: horizon, no: '0', index: 0 } : { ...last, index: last.ids.length }
    if (!isCaughtUp) continue
    yield { id: formatPosition(position) }
    await poll.nextPoll()
  }
}

/** False for events that were delivered before the client disconnected in the middle of an arrival. */
function isAfter(id: string, { tx, no, index }: StreamPosition): boolean {
  const delivered = parsePosition(id)
  return delivered?.tx !== tx || delivered.no !== no || delivered.index > index
}

/** Splits arrivals into batches of at most one page of events. */
function batchesOf(arrivals: readonly Arrival[]): Arrival[][] {
  const batches: Arrival[][] = []
  let size = Infinity
  for (const arrival of arrivals) {
    if (size + arrival.ids.length > maxEventPageSize) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(arrival)
    size += arrival.ids.length
  }
  return batches
}

/** The events of the arrivals that match the filters, in the order of arrival. */
async function presentArrivals({ scope, filters, kinds }: Stream, arrivals: readonly Arrival[]): Promise<LiveEvent[]> {
  const presented = new Map<string, EventResponse>()
  for (const kind of kinds) {
    const ofKind = arrivals.filter((arrival) => arrival.kind === kind)
    if (ofKind.length === 0) continue
    const ids = ofKind.flatMap((arrival) => arrival.ids)
    const [from, to] = [Math.min(...ofKind.map(({ first }) => first.getTime())), Math.max(...ofKind.map(({ last }) => last.getTime())) + 1]
    const rows = await storedEvents(
      scope,
      kind,
      { ...filters, workspaceIds: [scope.workspace.id], from, to },
      { limit: ids.length, ascending: true, from: { offset: 0 }, ids },
    )
    for (const data of await presentEvents(scope, kind, rows)) presented.set(data.event === 'click' ? data.click.id : data.eventId, data)
  }
  scope.em.clear()
  return arrivals.flatMap(({ tx, no, ids }) =>
    ids.flatMap((id, index) => {
      const data = presented.get(id)
      return data ? [{ id: formatPosition({ tx, no, index: index + 1 }), event: data.event, data }] : []
    }),
  )
}
