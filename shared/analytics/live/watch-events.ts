/** Events as they are stored, each once and none left out, also for whoever comes again. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { minutes } from '../../kernel/time.js'
import type { EventsQuery } from '../analytics-query.schema.js'
import { cursorNotUnderstood, tooManyStreams } from '../errors.js'
import { type EventKind, eventKinds } from '../event-store.js'
import type { EventAnswer } from '../event.schema.js'
import { largestEventPage, mostStreams } from '../limits.js'
import { presentEvents, storedEvents } from '../list-events.js'
import { understand, type Understood } from '../understand.js'
import { type Arrival, arrivalsFrom, standingOf } from './arrivals.queries.js'
import { type Feed, joinFeed } from './feed.js'
import { type Position, positionOf, textOf } from './position.js'

/** Then the caller comes again. */
const longest = minutes(5)
/** Arrivals that are read at a time. */
const arrivalsAtOnce = 100

/** An event; without one, how far the stream has come: a browser remembers it, and hears that the connection lives. */
export interface LiveEvent {
  id: string
  event?: EventAnswer['event']
  data?: EventAnswer
}

/** Events of the kind, or of all kinds, from now on, or from where the caller was. */
export async function* watchEvents(scope: WorkspaceScope, query: EventsQuery, lastEventId: string | undefined): AsyncGenerator<LiveEvent> {
  const understood = await understand(scope, query)
  const { position, before } = await beginning(scope, lastEventId)
  const place = await takePlace(scope)
  const feed = joinFeed(scope.pool, scope.workspace.id)
  try {
    yield* eventsFrom(position, { scope, feed, understood, before, kinds: query.event ? [query.event] : eventKinds })
  } finally {
    feed.leave()
    await scope.store.delete(place)
  }
}

interface Stream {
  scope: WorkspaceScope
  feed: Feed
  understood: Understood
  kinds: readonly EventKind[]
  /** What had arrived when the stream began, as `tx.no`. */
  before: ReadonlySet<string>
}

async function beginning(
  { pool, workspace }: WorkspaceScope,
  lastEventId: string | undefined,
): Promise<{ position: Position; before: Set<string> }> {
  const { horizon, next, beyond } = await standingOf(pool, workspace.id)
  if (lastEventId === undefined) return { position: { tx: horizon, no: '0', index: 0 }, before: new Set(beyond) }
  const position = positionOf(lastEventId)
  // Numbers that are not given yet are those of another database.
  if (!position || BigInt(position.tx) > BigInt(next)) throw cursorNotUnderstood('Last-Event-ID')
  return { position, before: new Set() }
}

/** Counted over all processes. A place whose process died is free again when its stream would have ended. */
async function takePlace({ store, workspace }: WorkspaceScope): Promise<string> {
  for (let at = 0; at < mostStreams; at++) {
    const place = `live-events:${workspace.id}:${at}`
    if ((await store.setIfAbsent(place, '1', longest + minutes(1))) === null) return place
  }
  throw tooManyStreams(mostStreams)
}

async function* eventsFrom(begin: Position, stream: Stream): AsyncGenerator<LiveEvent> {
  const {
    scope: { pool, workspace, now },
    feed,
    understood,
    kinds,
    before,
  } = stream
  const asked = JSON.stringify([understood, kinds])
  let position = begin
  yield { id: textOf(position) }
  for (const end = now().getTime() + longest; now().getTime() < end;) {
    const { arrivals, horizon } = await feed.shared(textOf(position), () => arrivalsFrom(pool, workspace.id, position, arrivalsAtOnce))
    const untold = arrivals.filter(({ tx, no }) => !before.has(`${tx}.${no}`))
    for (const some of portionsOf(untold)) {
      for (const one of await feed.shared(`${asked} ${some.map(({ no }) => no).join()}`, () => liveEvents(stream, some)))
        if (isBehind(one.id, position)) yield one
    }
    const last = arrivals.at(-1)
    const isAll = arrivals.length < arrivalsAtOnce
    position = isAll || !last ? { tx: horizon, no: '0', index: 0 } : { ...last, index: last.ids.length }
    if (!isAll) continue
    yield { id: textOf(position) }
    await feed.rest()
  }
}

/** Whether the event was not told before the caller left in the middle of its arrival. */
function isBehind(id: string, { tx, no, index }: Position): boolean {
  const told = positionOf(id)
  return told?.tx !== tx || told.no !== no || told.index > index
}

/** As many arrivals as fit into one question. */
function portionsOf(arrivals: readonly Arrival[]): Arrival[][] {
  const portions: Arrival[][] = []
  let size = Infinity
  for (const arrival of arrivals) {
    if (size + arrival.ids.length > largestEventPage) {
      portions.push([])
      size = 0
    }
    portions.at(-1)?.push(arrival)
    size += arrival.ids.length
  }
  return portions
}

/** Those of the arrived events that the stream is about, in the order of their arrival. */
async function liveEvents({ scope, understood, kinds }: Stream, arrivals: readonly Arrival[]): Promise<LiveEvent[]> {
  const shown = new Map<string, EventAnswer>()
  for (const kind of kinds) {
    const ofKind = arrivals.filter((one) => one.kind === kind)
    if (ofKind.length === 0) continue
    const only = ofKind.flatMap(({ ids }) => ids)
    const [from, to] = [Math.min(...ofKind.map(({ first }) => first.getTime())), Math.max(...ofKind.map(({ last }) => last.getTime())) + 1]
    const rows = await storedEvents(
      scope,
      kind,
      { ...understood, workspaceId: scope.workspace.id, from, to },
      { limit: only.length, ascending: true, from: { offset: 0 }, only },
    )
    for (const data of await presentEvents(scope, kind, rows)) shown.set(data.event === 'click' ? data.click.id : data.eventId, data)
  }
  scope.em.clear()
  return arrivals.flatMap(({ tx, no, ids }) =>
    ids.flatMap((id, at) => {
      const data = shown.get(id)
      return data ? [{ id: textOf({ tx, no, index: at + 1 }), event: data.event, data }] : []
    }),
  )
}
