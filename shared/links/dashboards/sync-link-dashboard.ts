import type { LinkScope } from '../link-scope.js'
import type { Link } from '../link.entity.js'
import { deleteDashboardOfLink, ensureDashboard } from './dashboard.queries.js'

type LinkWithPublicStats = Pick<Link, 'id' | 'publicStats'>

/**
 * Creates or deletes the dashboard of a link as `publicStats` of the input requests; undefined leaves it as it is. A link in a shared
 * folder is public without a dashboard of its own.
 */
export async function syncLinkDashboard(
  scope: LinkScope,
  { id, publicStats: wasPublic }: LinkWithPublicStats,
  publicStats: boolean | undefined,
): Promise<void> {
  if (!scope.workspace || publicStats === undefined) return
  if (publicStats) await ensureDashboard(scope, { linkId: id })
  else if (wasPublic) await deleteDashboardOfLink(scope, id)
}
