import type { WorkspaceScope } from '../accounts/index.js'
import { linksById } from '../links/index.js'
import type { EventsQuery } from './analytics-query.schema.js'
import { customersOf } from './customers-of.queries.js'
import type { EventKind, EventPage, Selection, StoredEvents } from './event-store.js'
import type { EventAnswer } from './event.schema.js'
import { pageAsked } from './page-asked.js'
import { openEventStore } from './postgres/open-event-store.js'
import { clickEvent, leadEvent, type Shown, saleEvent } from './present-event.js'
import { timeAsked } from './time-asked.js'
import { understand } from './understand.js'

/** Events by time with their links and customers as they are now. Events of links that are gone are left out. */
export async function listEvents(scope: WorkspaceScope, query: EventsQuery): Promise<EventAnswer[]> {
  const asked = pageAsked(query)
  const understood = await understand(scope, query)
  const { from, to } = timeAsked(scope, query, false)
  const kind = query.event ?? 'clicks'
  const found = await presentEvents(
    scope,
    kind,
    await storedEvents(scope, kind, { ...understood, workspaceId: scope.workspace.id, from, to }, asked.page),
  )
  return asked.isBackward ? found.toReversed() : found
}

/** A row of any kind. */
type StoredEvent = StoredEvents[EventKind]

export const storedEvents = (scope: WorkspaceScope, kind: EventKind, selection: Selection, page: EventPage): Promise<StoredEvent[]> =>
  openEventStore(scope.pool).list(kind, selection, page)

/** What callers see of rows of the kind; those of links that are gone are left out. */
export async function presentEvents(scope: WorkspaceScope, kind: EventKind, rows: readonly StoredEvent[]): Promise<EventAnswer[]> {
  const present = presenters[kind] as (row: StoredEvent, shown: Shown) => EventAnswer
  const customerIds = rows.flatMap((row) => ('customer_id' in row ? row.customer_id : []))
  const [links, customers] = await Promise.all([
    linksById(scope, [...new Set(rows.map(({ link_id }) => link_id))]),
    customersOf(scope, [...new Set(customerIds)]),
  ])
  return rows.flatMap((row) => {
    const link = links.get(row.link_id)
    return link ? [present(row, { link, customers, workspaceId: scope.workspace.id })] : []
  })
}

const presenters: { [Kind in EventKind]: (row: StoredEvents[Kind], shown: Shown) => EventAnswer } = {
  clicks: clickEvent,
  leads: leadEvent,
  sales: saleEvent,
}
