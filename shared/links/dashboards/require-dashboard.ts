import type { WorkspaceScope } from '../../accounts/index.js'
import { dashboardNotFound } from '../errors.js'
import { requireFolder, requireFolderOfLink } from '../folder-access.js'
import { requireLink } from '../require-link.js'
import { Dashboard } from './dashboard.entity.js'

/** Finds a dashboard for a change. Rejects one of another workspace, and a caller without write access to its link or folder. */
export async function requireDashboard(scope: WorkspaceScope, id: string): Promise<Dashboard> {
  const dashboard = await scope.em.findOne(Dashboard, { id, workspaceId: scope.workspace.id })
  if (!dashboard) throw dashboardNotFound()
  if (dashboard.folderId) await requireFolder(scope, dashboard.folderId, 'folders.write')
  if (dashboard.linkId) await requireFolderOfLink(scope, await requireLink(scope, dashboard.linkId), 'folders.links.write')
  return dashboard
}
