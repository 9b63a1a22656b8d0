import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { linksById } from '../links/index.js'
import type { EventsQuery } from './analytics-query.schema.js'
import { customersById } from './event-customers.queries.js'
import type { EventKind, EventPage, Selection, StoredEvents } from './event-store.js'
import type { EventResponse } from './event.schema.js'
import { openEventStore } from './open-event-store.js'
import { parsePageRequest } from './page-request.js'
import { clickEvent, leadEvent, type EventContext, saleEvent } from './present-event.js'
import { resolveFilters } from './resolve-filters.js'
import { resolveTimeRange } from './resolve-time-range.js'

/**
 * Lists events by time, with the current state of their links and customers. Events of deleted links are left out, and count towards
 * neither the size nor the number of a page.
 */
export async function listEvents(scope: WorkspaceScope, query: EventsQuery): Promise<EventResponse[]> {
  const { page, isBackward } = parsePageRequest(query)
  const filters = await resolveFilters(scope, query)
  const { from, to } = resolveTimeRange(scope, query, false)
  const kind = query.event ?? 'clicks'
  const events = await listPage(scope, kind, { ...filters, workspaceIds: [scope.workspace.id], from, to }, page)
  return isBackward ? events.toReversed() : events
}

/** Whether links exist is part of the query only if it matters: what an offset skips is not known, and few pages have deleted links. */
async function listPage(scope: WorkspaceScope, kind: EventKind, selection: Selection, page: EventPage): Promise<EventResponse[]> {
  if (!('offset' in page.from && page.from.offset > 0)) {
    const rows = await storedEvents(scope, kind, selection, page)
    const events = await presentEvents(scope, kind, rows)
    if (events.length === rows.length) return events
  }
  return presentEvents(scope, kind, await storedEvents(scope, kind, selection, { ...page, ofExistingLinks: true }))
}

type StoredEvent = StoredEvents[EventKind]

export const storedEvents = async (scope: Scope, kind: EventKind, selection: Selection, page: EventPage): Promise<StoredEvent[]> =>
  (await openEventStore(scope)).list(kind, selection, page)

/** Responses for rows of one kind. Rows of deleted links are left out. */
export async function presentEvents(scope: WorkspaceScope, kind: EventKind, rows: readonly StoredEvent[]): Promise<EventResponse[]> {
  const present = presenters[kind] as (row: StoredEvent, context: EventContext) => EventResponse
  const customerIds = rows.flatMap((row) => ('customer_id' in row ? row.customer_id : []))
  const [links, customers] = await Promise.all([
    linksById(scope, [...new Set(rows.map(({ link_id }) => link_id))]),
    customersById(scope, [...new Set(customerIds)]),
  ])
  return rows.flatMap((row) => {
    const link = links.get(row.link_id)
    return link ? [present(row, { link, customers, workspaceId: scope.workspace.id })] : []
  })
}

const presenters: { [Kind in EventKind]: (row: StoredEvents[Kind], context: EventContext) => EventResponse } = {
  clicks: clickEvent,
  leads: leadEvent,
  sales: saleEvent,
}
