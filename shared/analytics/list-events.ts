import type { WorkspaceScope } from '../accounts/index.js'
import { linksById } from '../links/index.js'
import type { EventsQuery } from './analytics-query.schema.js'
import { customersOf } from './customers-of.queries.js'
import type { EventAnswer } from './event.schema.js'
import type { EventKind, Selection } from './event-store.js'
import { pageAsked, type PageAsked } from './page-asked.js'
import { openEventStore } from './postgres/open-event-store.js'
import { clickEvent, leadEvent, type Shown, saleEvent } from './present-event.js'
import { timeAsked } from './time-asked.js'
import { understand } from './understand.js'

/** Events by time with their links and customers as they are now. Events of links that are gone are left out. */
export async function listEvents(scope: WorkspaceScope, query: EventsQuery): Promise<EventAnswer[]> {
  const asked = pageAsked(query)
  const understood = await understand(scope, query)
  const { from, to } = timeAsked(scope, query, false)
  return eventsOf(scope, query.event, { ...understood, workspaceId: scope.workspace.id, from, to }, asked)
}

export async function eventsOf(scope: WorkspaceScope, kind: EventKind, selection: Selection, { page, isBackward }: PageAsked): Promise<EventAnswer[]> {
  const found = await readPage(scope, kind, selection, page)
  return isBackward ? found.toReversed() : found
}

async function readPage(scope: WorkspaceScope, kind: EventKind, selection: Selection, page: PageAsked['page']): Promise<EventAnswer[]> {
  const store = openEventStore(scope.pool)
  switch (kind) {
    case 'clicks': return shown(scope, await store.list(kind, selection, page), clickEvent)
    case 'leads': return shown(scope, await store.list(kind, selection, page), leadEvent)
    case 'sales': return shown(scope, await store.list(kind, selection, page), saleEvent)
  }
}

async function shown<Row extends { link_id: string; customer_id?: string }>(scope: WorkspaceScope, rows: readonly Row[], present: (row: Row, shown: Shown) => EventAnswer): Promise<EventAnswer[]> {
  const [links, customers] = await Promise.all([linksById(scope, [...new Set(rows.map(({ link_id }) => link_id))]), customersOf(scope, [...new Set(rows.flatMap(({ customer_id }) => customer_id ?? []))])])
  return rows.flatMap((row) => {
    const link = links.get(row.link_id)
    return link ? [present(row, { link, customers, workspaceId: scope.workspace.id })] : []
  })
}
