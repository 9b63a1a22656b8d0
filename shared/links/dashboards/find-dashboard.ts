import type { WorkspaceScope } from '../../accounts/index.js'
import { requireFolder, requireFolderOfLink } from '../folder-access.js'
import { requireLink } from '../require-link.js'
import { Dashboard } from './dashboard.entity.js'
import { type DashboardResponse, presentDashboard } from './dashboard.schema.js'

export async function dashboardOfLink(scope: WorkspaceScope, linkId: string): Promise<DashboardResponse | null> {
  const link = await requireLink(scope, linkId)
  await requireFolderOfLink(scope, link, 'folders.read')
  return presentOrNull(scope, await scope.em.findOne(Dashboard, { linkId: link.id, workspaceId: scope.workspace.id }))
}

export async function dashboardOfFolder(scope: WorkspaceScope, folderId: string): Promise<DashboardResponse | null> {
  const { id } = await requireFolder(scope, folderId, 'folders.read')
  return presentOrNull(scope, await scope.em.findOne(Dashboard, { folderId: id, workspaceId: scope.workspace.id }))
}

const presentOrNull = (scope: WorkspaceScope, dashboard: Dashboard | null) => dashboard && presentDashboard(scope, dashboard)
