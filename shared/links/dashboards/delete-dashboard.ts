import type { WorkspaceScope } from '../../accounts/index.js'
import { setPublicStats } from './dashboard.queries.js'
import { requireDashboard } from './require-dashboard.js'

/** Deletes a dashboard and makes the statistics private again. */
export async function deleteDashboard(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const dashboard = await requireDashboard(scope, id)
  scope.em.remove(dashboard)
  await setPublicStats(scope, dashboard.linkId ? { linkId: dashboard.linkId } : { folderId: dashboard.folderId ?? '' }, false)
  return { id }
}
