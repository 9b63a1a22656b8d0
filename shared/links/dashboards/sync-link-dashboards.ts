import type { LinkScope } from '../link-scope.js'
import type { Link } from '../link.entity.js'
import { deleteDashboardsOfLinks, ensureDashboards } from './dashboard.queries.js'

interface RequestedStats {
  before: Pick<Link, 'id' | 'publicStats'>
  /** As in the input; undefined leaves the dashboard as it is. */
  publicStats: boolean | undefined
}

/** Creates or deletes dashboards of links as requested. A link in a shared folder is public without a dashboard of its own. */
export async function syncLinkDashboards(scope: LinkScope, requests: readonly RequestedStats[]): Promise<void> {
  if (!scope.workspace) return
  const wanted = requests.filter(({ publicStats }) => publicStats === true)
  const unwanted = requests.filter(({ before, publicStats }) => publicStats === false && before.publicStats)
  if (wanted.length > 0)
    await ensureDashboards(
      scope,
      wanted.map(({ before }) => ({ linkId: before.id })),
    )
  if (unwanted.length > 0)
    await deleteDashboardsOfLinks(
      scope,
      unwanted.map(({ before }) => before.id),
    )
}
