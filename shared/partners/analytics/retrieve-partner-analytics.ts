import type { WorkspaceScope } from '../../accounts/index.js'
import { analyticsQuerySchema, metadataQuery, resolveTimeRange, retrieveAnalytics } from '../../analytics/index.js'
import { hiddenFolderIds } from '../../links/index.js'
import { requireEnrolment } from '../enrolments/require-enrolment.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { earningsByInterval, earningsByLink, linksByClicks } from './partner-analytics.queries.js'
import type { PartnerAnalytics, PartnerAnalyticsQuery } from './partner-analytics.schema.js'

interface Counts {
  clicks: number
  leads: number
  sales: number
  saleAmount: number
}

/**
 * Clicks, leads and sales of a partner's links, with the earnings from the sales. Without a range: all of them. Links in folders that the
 * caller may not read are left out.
 */
export async function retrievePartnerAnalytics(
  scope: WorkspaceScope,
  { partnerId: id, tenantId, groupBy, ...range }: PartnerAnalyticsQuery,
): Promise<PartnerAnalytics> {
  const program = await requireDefaultProgram(scope)
  const { partnerId } = await requireEnrolment(scope, program, { partnerId: id, tenantId })
  const interval = range.interval ?? (range.start === undefined ? 'all' : undefined)
  const query = analyticsQuerySchema.parse({ ...range, interval, event: 'composite', groupBy, partnerId, programId: program.id })
  const counted: unknown = JSON.parse((await retrieveAnalytics(scope, query)).toString())
  // It may begin before the first row of a time series: earnings before that row are in none.
  const { from, to } = resolveTimeRange(scope, query, false)
  const hiddenFolders = await hiddenFolderIds(scope)
  const selection = { programId: program.id, partnerId, from, to, metadata: metadataQuery(range.query), hiddenFolders }
  if (groupBy === 'count') {
    const earnings = [...(await earningsByLink(scope, selection)).values()].reduce((sum, one) => sum + one, 0)
    return { ...(counted as Counts), earnings }
  }
  if (groupBy === 'timeseries') {
    const rows = counted as (Counts & { start: string })[]
    const starts = rows.map(({ start }) => new Date(start))
    const earnings = starts.length > 0 ? await earningsByInterval(scope, selection, starts) : new Map<number, number>()
    return rows.map((row, index) => ({ ...row, earnings: earnings.get(index) ?? 0 }))
  }
  const counts = new Map((counted as (Counts & { id: string })[]).map((row) => [row.id, row]))
  const earnings = await earningsByLink(scope, selection)
  return (await linksByClicks(scope, selection)).map((link) => {
    const { clicks = 0, leads = 0, sales = 0, saleAmount = 0 } = counts.get(link.id) ?? {}
    const createdAt = new Date(link.createdAt).toISOString()
    return { ...link, createdAt, link: link.id, clicks, leads, sales, saleAmount, earnings: earnings.get(link.id) ?? 0 }
  })
}
