import { z } from 'zod'
import type { GuestScope } from '../../accounts/index.js'
import { digestJson } from '../../kernel/hash.js'
import { extendScope, type Scope } from '../../kernel/scope.js'
import { seconds } from '../../kernel/time.js'
import { analyticsQuerySchema, groupByOf } from '../analytics-query.schema.js'
import type { AnalyticsTopLinks } from '../analytics.schema.js'
import { dashboardTargetRequired, notPublic } from '../errors.js'
import type { EventKind, LinkFilter } from '../event-store.js'
import { type GroupBy, groupBys } from '../groups.js'
import { attributeFilters, requireAnalyticsAccess } from '../resolve-filters.js'
import { parseResult, queryAnalytics } from '../retrieve-analytics.js'
import { type PublicDashboard, findPublicDashboard, linksWithHiddenDestination, workspaceOfDashboard } from './public-dashboard.queries.js'
import { requirePassword } from './require-password.js'

/** Without those by what only the workspace knows: its partners, folders and tags. */
const publicGroupBys = z.enum(groupBys).exclude(['top_folders', 'top_link_tags', 'top_partners', 'top_groups', 'top_partner_tags'])

/** The dashboard determines whose events are counted, so filters on links, customers and metadata are not accepted. */
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
  .extend({
    groupBy: publicGroupBys.optional().meta({ description: 'How events are grouped.', default: 'count' }),
    type: publicGroupBys.optional().meta({ description: 'Same as `groupBy`, which takes precedence.', deprecated: true }),
    password: z.string().max(255).optional().meta({ description: 'Password of the dashboard, if it has one.' }),
  })
export type PublicAnalyticsQuery = z.infer<typeof publicAnalyticsQuerySchema>

/** How long a result is cached. */
const cacheTtlMs = seconds(60)

/** Returns the analytics of a link or folder with a public dashboard, as JSON. The limits of its workspace apply. */
export async function retrievePublicAnalytics(scope: GuestScope, { password, ...query }: PublicAnalyticsQuery): Promise<Buffer> {
  const dashboard = await requireDashboard(scope, query, password)
  const key = `public-analytics:${digestJson([dashboard.id, dashboard.version, query])}`
  const cached = await scope.store.get(key)
  if (cached !== null) return Buffer.from(cached)
  const result = await queryDashboard(scope, dashboard, query)
  await scope.store.set(key, result.toString(), cacheTtlMs)
  return result
}

async function requireDashboard(
  scope: GuestScope,
  { domain, key, folderId }: Pick<PublicAnalyticsQuery, 'domain' | 'key' | 'folderId'>,
  password: string | undefined,
): Promise<PublicDashboard> {
  if (folderId === undefined && (domain === undefined || key === undefined)) throw dashboardTargetRequired()
  const dashboard = await findPublicDashboard(scope, folderId === undefined ? { domain: domain ?? '', key: key ?? '' } : { folderId })
  if (!dashboard) throw notPublic()
  await requirePassword(scope, dashboard, password)
  return dashboard
}

async function queryDashboard(scope: Scope, dashboard: PublicDashboard, query: Omit<PublicAnalyticsQuery, 'password'>) {
  const inWorkspace = extendScope(scope, { workspace: await workspaceOfDashboard(scope, dashboard) })
  requireAnalyticsAccess(inWorkspace, {})
  const attributes = attributeFilters(query, dashboard.linkId === null ? null : { values: [dashboard.linkId], negated: false })
  const groupBy = groupByOf(query)
  const links: LinkFilter[] = dashboard.folderId === null ? [] : [{ field: 'folderId', values: [dashboard.folderId], negated: false }]
  // A filter would tell whether a guessed destination is right.
  if (groupsByDestination.has(groupBy) || destinationFilters.some((name) => query[name] !== undefined))
    links.push({ field: 'hidesDestination', values: ['true'], negated: true })
  const { saleType } = query
  const result = await queryAnalytics(
    inWorkspace,
    { ...query, event: dashboard.showConversions ? query.event : visibleEvent(query.event) },
    { attributes, links, saleType, metadata: [] },
  )
  return groupBy === 'top_links' ? withoutPrivateFields(scope, result) : result
}

// The UTM parameters of an event are those of its destination.
const groupsByDestination: ReadonlySet<GroupBy> = new Set([
  'top_urls',
  'top_base_urls',
  'utm_sources',
  'utm_mediums',
  'utm_campaigns',
  'utm_terms',
  'utm_contents',
])
const destinationFilters = ['url', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

/** Links without the notes, folders and partners of the workspace, and without hidden destinations. */
async function withoutPrivateFields(scope: Scope, result: Buffer): Promise<Buffer> {
  const rows = parseResult(result) as (z.infer<typeof AnalyticsTopLinks> & Record<string, unknown>)[]
  const secret = await linksWithHiddenDestination(
    scope,
    rows.map(({ id }) => id),
  )
  const visible = rows.map(({ comments: _comments, folderId: _folderId, partnerId: _partnerId, ...row }) =>
    secret.has(row.id) ? { ...row, url: '' } : row,
  )
  return Buffer.from(JSON.stringify(visible))
}

/** A dashboard that hides conversions only shows clicks. */
function visibleEvent(event: EventKind | 'composite'): 'clicks' {
  if (event === 'leads' || event === 'sales') throw notPublic()
  return 'clicks'
}
