/** Events as they happen. The database is asked again and again: events of all kinds become rows by different ways and in no common order. */
import { setTimeout as pause } from 'node:timers/promises'
import type { WorkspaceScope } from '../../accounts/index.js'
import { clickIdTime, isClickId } from '../../kernel/ids.js'
import { hours, minutes, seconds } from '../../kernel/time.js'
import type { EventsQuery } from '../analytics-query.schema.js'
import { cursorNotUnderstood } from '../errors.js'
import type { EventAnswer } from '../event.schema.js'
import { type EventKind, eventKinds, type Selection } from '../event-store.js'
import { largestEventPage } from '../limits.js'
import { presentEvents, storedEvents } from '../list-events.js'
import { understand } from '../understand.js'

/** Between two looks. */
const interval = seconds(2)
/** Events of this time are looked for again: that long a click may take from its redirect to its row. */
const overlap = minutes(1)
/** How far back whoever comes again is told what they missed. */
const furthest = hours(24)
/** So often a caller hears something: proxies end connections on which nothing is said. */
const heartbeat = seconds(10)
/** Then the caller comes again. */
const longest = minutes(5)

export interface LiveEvent {
  id: string
  event: EventAnswer['event']
  data: EventAnswer
}

/**
 * Events of the kind, or of all kinds, from now on; for whoever got one before, from a minute before that, so that none is missed and
 * some may come twice. Null where nothing happened for a while.
 */
export async function* watchEvents(scope: WorkspaceScope, query: EventsQuery, lastEventId: string | undefined): AsyncGenerator<LiveEvent | null> {
  if (lastEventId !== undefined && !isClickId(lastEventId)) throw cursorNotUnderstood('Last-Event-ID')
  const understood = { ...(await understand(scope, query)), workspaceId: scope.workspace.id }
  const begin = scope.now().getTime()
  let since = lastEventId === undefined ? begin : Math.max(clickIdTime(lastEventId) - overlap, begin - furthest)
  let spoke = begin
  const told = new Map<string, number>()
  yield null
  for (let now = begin; now < begin + longest; now = scope.now().getTime()) {
    const to = Math.min(since + overlap, now + 1)
    for (const one of await newEvents(scope, query.event ? [query.event] : eventKinds, { ...understood, from: since, to }, told)) {
      spoke = now
      yield one
    }
    const isUpToDate = to > now
    since = isUpToDate ? Math.max(since, now - overlap) : to
    for (const [id, at] of told) if (at < since) told.delete(id)
    if (now - spoke >= heartbeat) {
      spoke = now
      yield null
    }
    if (isUpToDate) await pause(interval)
  }
}

/** Those of the selection that were not told, in the order of time. */
async function newEvents(scope: WorkspaceScope, kinds: readonly EventKind[], selection: Selection, told: Map<string, number>): Promise<LiveEvent[]> {
  const found: LiveEvent[] = []
  for (const kind of kinds) {
    for await (const page of pagesOf(scope, kind, selection)) {
      const fresh = page.filter(({ id }) => !told.has(id))
      for (const { id, timestamp } of fresh) told.set(id, timestamp.getTime())
      for (const data of await presentEvents(scope, kind, fresh)) found.push({ id: data.event === 'click' ? data.click.id : data.eventId, event: data.event, data })
    }
  }
  scope.em.clear()
  return found.sort((one, other) => (one.data.timestamp < other.data.timestamp ? -1 : 1))
}

async function* pagesOf(scope: WorkspaceScope, kind: EventKind, selection: Selection): AsyncGenerator<Awaited<ReturnType<typeof storedEvents>>> {
  for (let from: { offset: number } | { behind: { at: number; id: string } } = { offset: 0 }; ; ) {
    const rows = await storedEvents(scope, kind, selection, { limit: largestEventPage, ascending: true, from })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < largestEventPage) return
    from = { behind: { at: last.timestamp.getTime(), id: last.id } }
  }
}
