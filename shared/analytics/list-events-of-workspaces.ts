/** Events of several workspaces in the order of time, each exactly once on one page. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { EventsQuery } from './analytics-query.schema.js'
import type { EventCursor, EventKind, EventPage, Selection, StoredEvents } from './event-store.js'
import type { EventResponse } from './event.schema.js'
import { presentEvents, storedEvents } from './list-events.js'
import { parsePageRequest } from './page-request.js'
import { resolveFilters } from './resolve-filters.js'
import { resolveTimeRange } from './resolve-time-range.js'

/** The events of one workspace that a query selects. */
export interface EventSource {
  scope: WorkspaceScope
  kind: EventKind
  selection: Selection
}

/** Throws `not_found` if the workspace does not know what the filters name. */
export async function eventSource(scope: WorkspaceScope, query: EventsQuery): Promise<EventSource> {
  const filters = await resolveFilters(scope, query)
  const { from, to } = resolveTimeRange(scope, query, false)
  return { scope, kind: query.event ?? 'clicks', selection: { ...filters, workspaceId: scope.workspace.id, from, to } }
}

type Row = StoredEvents[EventKind]
interface SourcedRow {
  row: Row
  source: EventSource
}

/** Workspaces that are read at the same time. */
const concurrency = 4

/**
 * Lists one page. Events of deleted links are left out and make no page shorter: the following events take their place. Each round reads as
 * many events of every workspace as the page lacks, so none is passed over.
 */
export async function listEventsOfWorkspaces(sources: readonly EventSource[], query: EventsQuery): Promise<EventResponse[]> {
  const { page, isBackward } = parsePageRequest(query)
  const skipped = 'offset' in page.from ? page.from.offset : 0
  const wanted = skipped + page.limit
  const events: EventResponse[] = []
  let from: EventPage['from'] = 'after' in page.from ? page.from : { offset: 0 }
  for (;;) {
    const size = wanted - events.length
    const rows = await nextRows(sources, { ...page, limit: size, from })
    events.push(...(await present(rows)))
    const last = rows.at(-1)
    if (events.length >= wanted || rows.length < size || !last) break
    from = { after: cursorOf(last.row) }
  }
  const found = events.slice(skipped, wanted)
  return isBackward ? found.toReversed() : found
}

const cursorOf = ({ timestamp, id }: Row): EventCursor => ({ at: new Date(timestamp).getTime(), id })

/** The first rows of all sources together. */
async function nextRows(sources: readonly EventSource[], page: EventPage): Promise<SourcedRow[]> {
  const rows: SourcedRow[] = []
  await eachConcurrently(sources, async (source) => {
    const found = await storedEvents(source.scope, source.kind, source.selection, page)
    rows.push(...found.map((row) => ({ row, source })))
  })
  return rows.toSorted((one, other) => compare(one.row, other.row) * (page.ascending ? 1 : -1)).slice(0, page.limit)
}

function compare(one: Row, other: Row): number {
  const [a, b] = [cursorOf(one), cursorOf(other)]
  if (a.at !== b.at) return a.at - b.at
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}

/** The responses in the order of the rows, which each workspace presents together. */
async function present(rows: readonly SourcedRow[]): Promise<EventResponse[]> {
  const bySource = new Map<EventSource, Row[]>()
  for (const { row, source } of rows) bySource.set(source, [...(bySource.get(source) ?? []), row])
  const presented = new Map<string, EventResponse>()
  await eachConcurrently([...bySource], async ([{ scope, kind }, own]) => {
    for (const event of await presentEvents(scope, kind, own))
      presented.set(event.event === 'click' ? event.click.id : event.eventId, event)
  })
  return rows.flatMap(({ row }) => presented.get(row.id) ?? [])
}

async function eachConcurrently<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
