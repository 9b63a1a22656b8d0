import type { WorkspaceScope } from '../../accounts/index.js'
import { dashboardOfNothing } from '../errors.js'
import { findLinkInfo } from '../find-link-info.js'
import { requireFolder, requireFolderOf } from '../folder-access.js'
import { Dashboard } from './dashboard.entity.js'
import { ensureDashboard, setPublicStats, type Shown } from './dashboard.queries.js'
import { type CreateDashboard, type DashboardAnswer, presentDashboard } from './dashboard.schema.js'

/** Makes the statistics of a link, or of a folder and its links, public. Asked again, it answers the dashboard that there is. */
export async function createDashboard(scope: WorkspaceScope, asked: CreateDashboard): Promise<DashboardAnswer> {
  const shown = await requireShown(scope, asked)
  await ensureDashboard(scope, shown)
  await setPublicStats(scope, shown, true)
  return presentDashboard(await scope.em.findOneOrFail(Dashboard, { ...shown, workspaceId: scope.workspace.id }))
}

async function requireShown(scope: WorkspaceScope, { folderId, linkId, domain, key }: CreateDashboard): Promise<Shown> {
  if (folderId) return { folderId: (await requireFolder(scope, folderId, 'folders.write')).id }
  if (!linkId && !domain) throw dashboardOfNothing()
  const link = await findLinkInfo(scope, { linkId, domain, key })
  await requireFolderOf(scope, link, 'folders.links.write')
  return { linkId: link.id }
}
