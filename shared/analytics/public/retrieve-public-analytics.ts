import { z } from 'zod'
import { digest } from '../../kernel/contract.js'
import { extendScope, type Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { analyticsQuerySchema } from '../analytics-query.schema.js'
import { dashboardNeedsPassword, dashboardOfNothing, nothingPublic } from '../errors.js'
import type { EventKind } from '../event-store.js'
import { answerOf } from '../retrieve-analytics.js'
import { attributesIn, refuseUse } from '../understand.js'
import { type PublicDashboard, publicDashboard, workspaceOfDashboard } from './public-dashboard.queries.js'

/** Everything that says whose events these are is the dashboard's, not the caller's. */
export const publicAnalyticsQuerySchema = analyticsQuerySchema
  .omit({
    linkId: true,
    externalId: true,
    tenantId: true,
    tagId: true,
    tagIds: true,
    partnerTagId: true,
    groupId: true,
    partnerId: true,
    programId: true,
    customerId: true,
    root: true,
    query: true,
  })
  .extend({ password: z.string().max(255).optional().meta({ description: 'Of the dashboard, if it has one.' }) })
export type PublicAnalyticsQuery = z.infer<typeof publicAnalyticsQuerySchema>

/** The same question has the same answer for as long. */
const keptFor = seconds(60)

/** As JSON, what anybody may see of a link, or of a folder's links, that has a dashboard. The limits are those of its workspace. */
export async function retrievePublicAnalytics(scope: Scope, { password, ...query }: PublicAnalyticsQuery): Promise<Buffer> {
  const dashboard = await requireDashboard(scope, query, password)
  const key = `public-analytics:${digest([dashboard.id, dashboard.shows, query])}`
  const kept = await scope.store.get(key)
  if (kept !== null) return Buffer.from(kept)
  const answer = await ask(scope, dashboard, query)
  await scope.store.set(key, answer.toString(), keptFor)
  return answer
}

async function requireDashboard(
  scope: Scope,
  { domain, key, folderId }: Pick<PublicAnalyticsQuery, 'domain' | 'key' | 'folderId'>,
  password: string | undefined,
): Promise<PublicDashboard> {
  if (folderId === undefined && (domain === undefined || key === undefined)) throw dashboardOfNothing()
  const dashboard = await publicDashboard(scope, folderId === undefined ? { domain: domain ?? '', key: key ?? '' } : { folderId })
  if (!dashboard) throw nothingPublic()
  if (dashboard.password !== null && digest(dashboard.password) !== digest(password ?? '')) throw dashboardNeedsPassword()
  return dashboard
}

async function ask(scope: Scope, dashboard: PublicDashboard, query: Omit<PublicAnalyticsQuery, 'password'>) {
  const inWorkspace = extendScope(scope, { workspace: await workspaceOfDashboard(scope, dashboard) })
  refuseUse(inWorkspace, {})
  const attributes = attributesIn(query, dashboard.linkId === null ? null : { values: [dashboard.linkId], negated: false })
  const links = dashboard.folderId === null ? [] : [{ field: 'folderId' as const, values: [dashboard.folderId], negated: false }]
  const { saleType } = query
  return answerOf(
    inWorkspace,
    { ...query, event: dashboard.showConversions ? query.event : shownOf(query.event) },
    { attributes, links, saleType, metadata: [] },
  )
}

/** Without its conversions a dashboard shows clicks, whatever is asked for. */
function shownOf(event: EventKind | 'composite'): 'clicks' {
  if (event === 'leads' || event === 'sales') throw nothingPublic()
  return 'clicks'
}
