import type { WorkspaceScope } from '../../accounts/index.js'
import { type DashboardResponse, presentDashboard, type UpdateDashboard } from './dashboard.schema.js'
import { requireDashboard } from './require-dashboard.js'

export async function updateDashboard(scope: WorkspaceScope, id: string, input: UpdateDashboard): Promise<DashboardResponse> {
  const dashboard = Object.assign(await requireDashboard(scope, id), input, { updatedAt: scope.now() })
  await scope.em.flush()
  return presentDashboard(dashboard)
}
