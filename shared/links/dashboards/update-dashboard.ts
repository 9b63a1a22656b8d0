import type { WorkspaceScope } from '../../accounts/index.js'
import { changePassword } from '../link-password.js'
import { type DashboardResponse, presentDashboard, type UpdateDashboard } from './dashboard.schema.js'
import { requireDashboard } from './require-dashboard.js'

export async function updateDashboard(
  scope: WorkspaceScope,
  id: string,
  { password, ...settings }: UpdateDashboard,
): Promise<DashboardResponse> {
  const dashboard = await requireDashboard(scope, id)
  Object.assign(dashboard, settings, { sealedPassword: changePassword(scope, dashboard, password), updatedAt: scope.now() })
  await scope.em.flush()
  return presentDashboard(scope, dashboard)
}
