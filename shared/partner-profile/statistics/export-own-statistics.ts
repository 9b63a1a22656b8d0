/** CSV files of what a partner sees in its analytics and events. */
import { csvLine } from '../../kernel/csv.js'
import type { PartnerAnalyticsQuery } from '../../partners/index.js'
import { retrievePartnerAnalytics } from '../../partners/index.js'
import type { OwnProgramScope } from '../program-scope.js'
import { type ExportOwnCustomers, listOwnCustomers } from './own-customers.js'
import { listOwnEvents, type OwnEventsQuery } from './own-events.js'

const analyticsColumns = ['clicks', 'leads', 'sales', 'saleAmount', 'earnings'] as const

/** One line per interval or link. */
export async function exportOwnAnalytics(
  scope: OwnProgramScope,
  query: Omit<PartnerAnalyticsQuery, 'partnerId' | 'tenantId'>,
): Promise<string[]> {
  const found = await retrievePartnerAnalytics(scope, { ...query, partnerId: scope.partner.id })
  const rows = (Array.isArray(found) ? found : [found]) as (Record<(typeof analyticsColumns)[number], number> & {
    start?: string
    shortLink?: string
  })[]
  const key = { timeseries: 'start', top_links: 'shortLink', count: null }[query.groupBy] as 'start' | 'shortLink' | null
  return [
    csvLine([...(key ? [key] : []), ...analyticsColumns]),
    ...rows.map((row) => csvLine([...(key ? [row[key] ?? ''] : []), ...analyticsColumns.map((column) => row[column])])),
  ]
}

/** One line per customer that the partner referred, newest first. */
export async function* exportOwnCustomers(scope: OwnProgramScope, filter: ExportOwnCustomers): AsyncIterable<string> {
  yield csvLine(['id', 'name', 'email', 'country', 'sales', 'saleAmount', 'createdAt', 'firstSaleAt', 'subscriptionCanceledAt'])
  for (let page = 1; page <= maxPages; page++) {
    const customers = await listOwnCustomers(scope, { ...filter, sortBy: 'createdAt', sortOrder: 'desc', page, pageSize: 100 })
    for (const { id, name, email, country, sales, saleAmount, createdAt, firstSaleAt, subscriptionCanceledAt } of customers)
      yield csvLine([id, name, email, country, sales, saleAmount, createdAt, firstSaleAt, subscriptionCanceledAt])
    if (customers.length < 100) return
  }
}

const pageSize = 1000
const maxPages = 100

/** One line per event, newest first. */
export async function* exportOwnEvents(scope: OwnProgramScope, query: OwnEventsQuery): AsyncIterable<string> {
  yield csvLine(['timestamp', 'event', 'eventName', 'shortLink', 'url', 'country', 'device', 'saleAmount', 'customerEmail'])
  for (let page = 1; page <= maxPages; page++) {
    const events = await listOwnEvents(scope, scope.enrolment, { ...query, page, limit: pageSize })
    for (const { timestamp, event, eventName, link, country, device, saleAmount, customer } of events)
      yield csvLine([timestamp, event, eventName, link.shortLink, link.url, country, device, saleAmount, customer?.email ?? null])
    if (events.length < pageSize) return
  }
}
