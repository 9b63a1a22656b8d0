/** CSV file of what a partner sees in its analytics. */
import { csvLine } from '../../kernel/csv.js'
import type { PartnerAnalyticsQuery } from '../../partners/index.js'
import { retrievePartnerAnalytics } from '../../partners/index.js'
import type { OwnProgramScope } from '../program-scope.js'

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
