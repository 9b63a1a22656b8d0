import type { WorkspaceScope } from '../../accounts/index.js'
import { requireFolder, requireFolderOf } from '../folder-access.js'
import { requireLink } from '../require-link.js'
import { Dashboard } from './dashboard.entity.js'
import { type DashboardAnswer, presentDashboard } from './dashboard.schema.js'

export async function dashboardOfLink(scope: WorkspaceScope, linkId: string): Promise<DashboardAnswer | null> {
  const link = await requireLink(scope, linkId)
  await requireFolderOf(scope, link, 'folders.read')
  return presented(await scope.em.findOne(Dashboard, { linkId: link.id, workspaceId: scope.workspace.id }))
}

export async function dashboardOfFolder(scope: WorkspaceScope, folderId: string): Promise<DashboardAnswer | null> {
  const { id } = await requireFolder(scope, folderId, 'folders.read')
  return presented(await scope.em.findOne(Dashboard, { folderId: id, workspaceId: scope.workspace.id }))
}

const presented = (dashboard: Dashboard | null) => dashboard && presentDashboard(dashboard)
