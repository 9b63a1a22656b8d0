import type { LinkScope } from '../link-scope.js'
import type { Link } from '../link.entity.js'
import { deleteDashboardOfLink, ensureDashboard } from './dashboard.queries.js'

type LinkWithPublicStats = Pick<Link, 'id' | 'publicStats'>

/** Creates or deletes the dashboard of a link when its `publicStats` changes. */
export async function syncLinkDashboard(
  scope: LinkScope,
  before: LinkWithPublicStats | null,
  { id, publicStats }: LinkWithPublicStats,
): Promise<void> {
  if (!scope.workspace || (before?.publicStats ?? false) === publicStats) return
  await (publicStats ? ensureDashboard(scope, { linkId: id }) : deleteDashboardOfLink(scope, id))
}
