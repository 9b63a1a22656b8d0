/** Analytics and events of all workspaces, without the limits of their plans. */
import { z } from 'zod'
import { type InWorkspace, Workspace } from '../../accounts/index.js'
import {
  type AnalyticsQuery,
  analyticsQuerySchema,
  type EventResponse,
  type EventsQuery,
  eventsQuerySchema,
  filtersOf,
  listEventsOfWorkspaces,
  queryAnalyticsOf,
  resolveLinkFilter,
  resolveTimeRange,
  type ResolvedFilters,
} from '../../analytics/index.js'
import { type AdminScope, extendScope, forkScope } from '../../kernel/scope.js'
import { linkNotFound, noWorkspace, tooManyEventsToSkip } from '../errors.js'
import { ownerScope } from '../workspaces/owner-scope.js'
import { type LinkAddress, linkIdsAt, workspacesOf } from './workspaces.queries.js'

const ofWorkspace = { workspaceId: z.string().optional().meta({ description: 'Only this workspace. Default: all.' }) }
export const adminAnalyticsQuerySchema = analyticsQuerySchema.extend(ofWorkspace)
export const adminEventsQuerySchema = eventsQuerySchema.extend(ofWorkspace)

type OfWorkspace<Query> = Query & { workspaceId?: string | undefined }

/** Returns JSON, as `retrieveAnalytics` does for one workspace. A visitor of two workspaces counts in both. */
export async function adminAnalytics(scope: AdminScope, query: OfWorkspace<AnalyticsQuery>): Promise<Buffer> {
  const { within, workspaceIds, filters } = await resolve(scope, query)
  return queryAnalyticsOf(within, workspaceIds, query, filters)
}

/** At most this many events before a page, all of which are read. */
const maxSkipped = 1000

/** Throws `bad_request` for a page further on than the first thousand events: cursors have no such limit. */
export async function adminEvents(scope: AdminScope, query: OfWorkspace<EventsQuery>): Promise<EventResponse[]> {
  if (query.page * query.limit > maxSkipped) throw tooManyEventsToSkip(maxSkipped)
  const { within, workspaceIds, filters } = await resolve(scope, query)
  const { from, to } = resolveTimeRange(within, query, false)
  const scopeOf = (workspaceId: string) => ownerScope(forkScope(scope), workspaceId)
  return listEventsOfWorkspaces(scope, { kind: query.event ?? 'clicks', selection: { ...filters, workspaceIds, from, to }, scopeOf }, query)
}

/** The workspaces and filters of a query, and what time ranges depend on. Throws `not_found` for an unknown workspace, program or link. */
async function resolve(
  scope: AdminScope,
  query: OfWorkspace<AnalyticsQuery | EventsQuery>,
): Promise<{ within: InWorkspace; workspaceIds: string[]; filters: ResolvedFilters }> {
  const workspaceIds = await workspacesOf(scope, query)
  const [first] = workspaceIds
  if (first === undefined) throw noWorkspace()
  const link = await resolveLinkFilter(query, (address) => linksAt(scope, workspaceIds, address))
  const workspace = { ...(await scope.em.findOneOrFail(Workspace, { id: first })), plan: 'enterprise' as const }
  return { within: extendScope(forkScope(scope), { workspace }), workspaceIds, filters: filtersOf(query, link) }
}

async function linksAt(scope: AdminScope, workspaceIds: readonly string[], address: LinkAddress): Promise<string[]> {
  const ids = await linkIdsAt(scope, workspaceIds, address)
  if (ids.length === 0) throw linkNotFound()
  return ids
}
