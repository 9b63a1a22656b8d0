/** Events of several workspaces in the order of time, each exactly once on one page. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import type { EventsQuery } from './analytics-query.schema.js'
import type { EventCursor, EventKind, EventPage, Selection, StoredEvents } from './event-store.js'
import type { EventResponse } from './event.schema.js'
import { presentEvents, storedEvents } from './list-events.js'
import { parsePageRequest } from './page-request.js'

/** The events that a query selects. */
export interface EventSource {
  kind: EventKind
  selection: Selection
  /** Where the events of a workspace are presented; null leaves them out. */
  scopeOf(workspaceId: string): Promise<WorkspaceScope | null>
}

type Row = StoredEvents[EventKind]

/** Workspaces whose events are presented at the same time. */
const concurrency = 4

/**
 * Lists one page. Events of deleted links are left out and make no page shorter: the following events take their place, in as many rounds
 * as the page needs.
 */
export async function listEventsOfWorkspaces(scope: Scope, source: EventSource, query: EventsQuery): Promise<EventResponse[]> {
  const { page, isBackward } = parsePageRequest(query)
  const skipped = 'offset' in page.from ? page.from.offset : 0
  const wanted = skipped + page.limit
  const events: EventResponse[] = []
  let from: EventPage['from'] = 'after' in page.from ? page.from : { offset: 0 }
  for (;;) {
    const limit = wanted - events.length
    const rows = await storedEvents(scope, source.kind, source.selection, { ...page, limit, from })
    events.push(...(await present(source, rows)))
    const last = rows.at(-1)
    if (events.length >= wanted || rows.length < limit || !last) break
    from = { after: cursorOf(last) }
  }
  const found = events.slice(skipped, wanted)
  return isBackward ? found.toReversed() : found
}

const cursorOf = ({ timestamp, id }: Row): EventCursor => ({ at: new Date(timestamp).getTime(), id })

/** The responses in the order of the rows, those of one workspace presented together. */
async function present({ kind, scopeOf }: EventSource, rows: readonly Row[]): Promise<EventResponse[]> {
  const workspaceIds = [...new Set(rows.map(({ workspace_id }) => workspace_id))]
  const presented = new Map<string, EventResponse>()
  const worker = async () => {
    for (let workspaceId = workspaceIds.shift(); workspaceId !== undefined; workspaceId = workspaceIds.shift()) {
      const own = rows.filter(({ workspace_id }) => workspace_id === workspaceId)
      const scope = await scopeOf(workspaceId)
      for (const event of scope ? await presentEvents(scope, kind, own) : [])
        presented.set(event.event === 'click' ? event.click.id : event.eventId, event)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return rows.flatMap(({ id }) => presented.get(id) ?? [])
}
