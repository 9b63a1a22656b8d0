/** CSV file of what a partner sees in its analytics. */
import { csvLine } from '../../kernel/csv.js'
import { type OwnAnalyticsQuery, retrieveOwnAnalytics } from '../../partners/index.js'
import type { OwnProgramScope } from '../program-scope.js'

const analyticsColumns = ['clicks', 'leads', 'sales', 'saleAmount', 'earnings'] as const

/** One line per interval or link. */
export async function exportOwnAnalytics(scope: OwnProgramScope, query: OwnAnalyticsQuery): Promise<string[]> {
  const found = await retrieveOwnAnalytics(scope, scope.partner.id, query)
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
