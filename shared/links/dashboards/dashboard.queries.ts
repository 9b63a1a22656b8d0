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

/** Ids of the links that have a dashboard, or whose folder has one. */
export async function linksWithDashboard(
  { em }: WorkspaceScope,
  links: readonly { id: string; folderId?: string | null | undefined }[],
): Promise<Set<string>> {
  const rows: { id: string }[] = await em.execute(
    `select id from jsonb_to_recordset(?::jsonb) as link (id text, folder text)
     where exists (select from dashboards where link_id = link.id) or exists (select from dashboards where folder_id = link.folder)`,
    [JSON.stringify(links.map(({ id, folderId }) => ({ id, folder: folderId ?? null })))],
  )
  return new Set(rows.map(({ id }) => id))
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
