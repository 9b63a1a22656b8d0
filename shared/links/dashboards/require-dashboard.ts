import type { WorkspaceScope } from '../../accounts/index.js'
import { dashboardNotFound } from '../errors.js'
import { requireFolder, requireFolderOf } from '../folder-access.js'
import { requireLink } from '../require-link.js'
import { Dashboard } from './dashboard.entity.js'

/** The dashboard. Refuses one that is not of this workspace, and who may not write what it is of. */
export async function requireDashboard(scope: WorkspaceScope, id: string): Promise<Dashboard> {
  const dashboard = await scope.em.findOne(Dashboard, { id, workspaceId: scope.workspace.id })
  if (!dashboard) throw dashboardNotFound()
  if (dashboard.folderId) await requireFolder(scope, dashboard.folderId, 'folders.write')
  if (dashboard.linkId) await requireFolderOf(scope, await requireLink(scope, dashboard.linkId), 'folders.links.write')
  return dashboard
}
