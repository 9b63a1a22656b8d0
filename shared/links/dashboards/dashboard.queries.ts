import { planHas, type WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'

/** What a dashboard is of. */
export type Shown = { linkId: string } | { folderId: string }

/** Afterwards there is one; one that exists stays as it is. */
export async function ensureDashboard({ em, workspace, actor, now }: WorkspaceScope, shown: Shown): Promise<void> {
  const at = now()
  const [linkId, folderId] = 'linkId' in shown ? [shown.linkId, null] : [null, shown.folderId]
  await em.execute(
    `insert into dashboards (id, workspace_id, link_id, folder_id, user_id, show_conversions, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [newId('dash_', at.getTime()), workspace.id, linkId, folderId, actor.user.id, planHas(workspace.plan, 'conversionTracking'), at, at],
  )
}

export async function dropDashboardOfLink({ em }: WorkspaceScope, linkId: string): Promise<void> {
  await em.execute('delete from dashboards where link_id = ?', [linkId])
}

/** Says on the link, or on all links of the folder, whether their statistics are public. */
export async function setPublicStats({ em, workspace }: WorkspaceScope, shown: Shown, isPublic: boolean): Promise<void> {
  const [column, id] = 'linkId' in shown ? ['id', shown.linkId] : ['folder_id', shown.folderId]
  await em.execute(`update links set public_stats = ? where workspace_id = ? and ${column} = ? and public_stats <> ?`, [
    isPublic,
    workspace.id,
    id,
    isPublic,
  ])
}
