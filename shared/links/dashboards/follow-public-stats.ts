import type { LinkScope } from '../link-scope.js'
import type { Link } from '../link.entity.js'
import { dropDashboardOfLink, ensureDashboard } from './dashboard.queries.js'

type Said = Pick<Link, 'id' | 'publicStats'>

/** A link whose statistics are public has a dashboard, and one whose statistics are not has none. */
export async function followPublicStats(scope: LinkScope, before: Said | null, { id, publicStats }: Said): Promise<void> {
  if (!scope.workspace || (before?.publicStats ?? false) === publicStats) return
  await (publicStats ? ensureDashboard(scope, { linkId: id }) : dropDashboardOfLink(scope, id))
}
