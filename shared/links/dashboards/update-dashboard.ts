import type { WorkspaceScope } from '../../accounts/index.js'
import { type DashboardAnswer, presentDashboard, type UpdateDashboard } from './dashboard.schema.js'
import { requireDashboard } from './require-dashboard.js'

export async function updateDashboard(scope: WorkspaceScope, id: string, said: UpdateDashboard): Promise<DashboardAnswer> {
  const dashboard = Object.assign(await requireDashboard(scope, id), said, { updatedAt: scope.now() })
  await scope.em.flush()
  return presentDashboard(dashboard)
}
