import type { WorkspaceScope } from '../../accounts/index.js'
import { dashboardTargetMissing } from '../errors.js'
import { findLinkInfo } from '../find-link-info.js'
import { requireFolder, requireFolderOfLink } from '../folder-access.js'
import { Dashboard } from './dashboard.entity.js'
import { ensureDashboards, setPublicStats, type DashboardSubject } from './dashboard.queries.js'
import { type CreateDashboard, type DashboardResponse, presentDashboard } from './dashboard.schema.js'

/** Publishes the statistics of a link, or of a folder and its links. Returns the existing dashboard if there is one. */
export async function createDashboard(scope: WorkspaceScope, input: CreateDashboard): Promise<DashboardResponse> {
  const subject = await requireSubject(scope, input)
  await ensureDashboards(scope, [subject])
  await setPublicStats(scope, subject, true)
  return presentDashboard(scope, await scope.em.findOneOrFail(Dashboard, { ...subject, workspaceId: scope.workspace.id }))
}

async function requireSubject(scope: WorkspaceScope, { folderId, linkId, domain, key }: CreateDashboard): Promise<DashboardSubject> {
  if (folderId) return { folderId: (await requireFolder(scope, folderId, 'folders.write')).id }
  if (!linkId && !domain) throw dashboardTargetMissing()
  const link = await findLinkInfo(scope, { linkId, domain, key })
  await requireFolderOfLink(scope, link, 'folders.links.write')
  return { linkId: link.id }
}
