import type { WorkspaceScope } from '../../accounts/index.js'
import type { LinkChange } from '../apply-link-change.js'
import { linksWithDashboard } from './dashboard.queries.js'

/** A link that changes its folder is public if it has a dashboard or its new folder has one, unless the input sets `publicStats`. */
export async function recomputePublicStats(scope: WorkspaceScope, changes: readonly LinkChange[]): Promise<void> {
  const moved = changes.filter(
    ({ before, after, publicStats }) => publicStats === undefined && (before.folderId ?? null) !== (after.folderId ?? null),
  )
  if (moved.length === 0) return
  const shared = await linksWithDashboard(
    scope,
    moved.map(({ after }) => after),
  )
  for (const { after, columns } of moved) {
    if (after.publicStats === shared.has(after.id)) continue
    after.publicStats = shared.has(after.id)
    columns.push('publicStats')
  }
}
