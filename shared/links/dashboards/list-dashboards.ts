import type { WorkspaceScope } from '../../accounts/index.js'
import { readableFolders } from '../folder-access.js'
import { Link } from '../link.entity.js'
import { Dashboard } from './dashboard.entity.js'
import { type DashboardResponse, presentDashboard } from './dashboard.schema.js'

/** All dashboards of the workspace, oldest first, except those in folders that the caller may not read. */
export async function listDashboards(scope: WorkspaceScope): Promise<DashboardResponse[]> {
  const dashboards = await scope.em.find(Dashboard, { workspaceId: scope.workspace.id }, { orderBy: { id: 'asc' } })
  const present = (dashboard: Dashboard) => presentDashboard(scope, dashboard)
  const reach = await readableFolders(scope, { mega: true })
  if (reach === 'all') return dashboards.map(present)
  const links = await scope.em.find(
    Link,
    { id: dashboards.map(({ linkId }) => linkId ?? ''), workspaceId: scope.workspace.id },
    { fields: ['id', 'folderId'] },
  )
  const folderOfLink = new Map(links.map(({ id, folderId }) => [id, folderId ?? null]))
  const folderOf = ({ folderId, linkId }: Dashboard) => folderId ?? folderOfLink.get(linkId ?? '') ?? null
  return dashboards.filter((dashboard) => folderOf(dashboard) === null || reach.folderIds.includes(folderOf(dashboard) ?? '')).map(present)
}
