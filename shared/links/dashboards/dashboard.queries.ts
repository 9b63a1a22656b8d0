import { planHas, type WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'

/** The link or folder that a dashboard shows. */
export type DashboardSubject = { linkId: string } | { folderId: string }

/** Creates the dashboard unless it exists. */
export async function ensureDashboard({ em, workspace, actor, now }: WorkspaceScope, subject: DashboardSubject): Promise<void> {
  const at = now()
  const [linkId, folderId] = 'linkId' in subject ? [subject.linkId, null] : [null, subject.folderId]
  await em.execute(
    `insert into dashboards (id, workspace_id, link_id, folder_id, user_id, show_conversions, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    [newId('dash_', at.getTime()), workspace.id, linkId, folderId, actor.user.id, planHas(workspace.plan, 'conversionTracking'), at, at],
  )
}

export async function deleteDashboardOfLink({ em }: WorkspaceScope, linkId: string): Promise<void> {
  await em.execute('delete from dashboards where link_id = ?', [linkId])
}

/** Sets `public_stats` on the link, or on all links of the folder. Links of a folder with dashboards of their own stay public. */
export async function setPublicStats({ em, workspace }: WorkspaceScope, subject: DashboardSubject, isPublic: boolean): Promise<void> {
  const [column, id] = 'linkId' in subject ? ['id', subject.linkId] : ['folder_id', subject.folderId]
  const others = 'folderId' in subject && !isPublic ? 'and not exists (select 1 from dashboards where link_id = links.id)' : ''
  await em.execute(`update links set public_stats = ? where workspace_id = ? and ${column} = ? and public_stats <> ? ${others}`, [
    isPublic,
    workspace.id,
    id,
    isPublic,
  ])
}
