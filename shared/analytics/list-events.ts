import type { WorkspaceScope } from '../accounts/index.js'
import { linksById, type LinkAnswer } from '../links/index.js'
import type { EventsQuery } from './analytics-query.schema.js'
import type { EventAnswer } from './event.schema.js'
import type { StoredEvent } from './event-store.js'
import { openEventStore } from './postgres/open-event-store.js'
import { timeAsked } from './time-asked.js'
import { understand } from './understand.js'

/** Events by time with their links as they are now. Events of links that are gone are left out. */
export async function listEvents(scope: WorkspaceScope, query: EventsQuery): Promise<EventAnswer[]> {
  const understood = await understand(scope, query)
  const { from, to } = timeAsked(scope, query, false)
  const selection = { ...understood, workspaceId: scope.workspace.id, from, to }
  const ascending = query.sortOrder === 'asc' || query.order === 'asc'
  if (query.event !== 'clicks') return []
  const rows = await openEventStore(scope.pool).list(query.event, selection, { offset: (query.page - 1) * query.limit, limit: query.limit, ascending })
  const links = await linksById(scope, [...new Set(rows.map(({ link_id }) => link_id))])
  return rows.flatMap((row) => {
    const link = links.get(row.link_id)
    return link ? [clickEvent(row, link, scope.workspace.id)] : []
  })
}

function clickEvent(row: StoredEvent, link: LinkAnswer, workspaceId: string): EventAnswer {
  const timestamp = row.timestamp.toISOString()
  const { id, url, country, city, continent, device, browser, os, ua, trigger, referer, qr, ip } = row
  return {
    event: 'click',
    timestamp,
    click: { id, timestamp, url, country, city, region: `${country}-${row.region}`, continent, device, browser, os, ua, trigger, referer, refererUrl: row.referer_url, qr, ip },
    link: { ...link, testStartedAt: link.testStartedAt ?? null, testCompletedAt: link.testCompletedAt ?? null, workspaceId, projectId: workspaceId },
    click_id: id,
    link_id: row.link_id,
    domain: link.domain,
    key: link.key,
    url,
    continent,
    country,
    city,
    device,
    browser,
    os,
    qr: Number(qr),
    ip,
  }
}
