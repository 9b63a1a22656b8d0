import { planHas, type WorkspaceScope } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import { newId } from '../../kernel/ids.js'

/** The link or folder that a dashboard shows. */
export type DashboardSubject = { linkId: string } | { folderId: string }

/** Creates the dashboards unless they exist. */
export async function ensureDashboards(
  { em, workspace, actor, now }: WorkspaceScope,
  subjects: readonly DashboardSubject[],
): Promise<void> {
  const at = now()
  await em.execute(
    `insert into dashboards (id, workspace_id, link_id, folder_id, user_id, show_conversions, created_at, updated_at)
     select id, ?, "linkId", "folderId", ?, ?, ?, ? from jsonb_to_recordset(?::jsonb) as subject (id text, "linkId" text, "folderId" text)
     on conflict do nothing`,
    [
      workspace.id,
      actor.user.id,
      planHas(workspace.plan, 'conversionTracking'),
      at,
      at,
      JSON.stringify(subjects.map((subject) => ({ id: newId('dash_', at.getTime()), ...subject }))),
    ],
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

export async function deleteDashboardsOfLinks({ em }: WorkspaceScope, linkIds: readonly string[]): Promise<void> {
  await em.execute('delete from dashboards where link_id = any (?::text[])', [arrayLiteral(linkIds)])
}

/**
 * Sets `public_stats` on the link, or on all links of the folder. Links stay public by the other dashboard: their own, or that of their
 * folder.
 */
export async function setPublicStats({ em, workspace }: WorkspaceScope, subject: DashboardSubject, isPublic: boolean): Promise<void> {
  const [column, id] = 'linkId' in subject ? ['id', subject.linkId] : ['folder_id', subject.folderId]
  const other = 'linkId' in subject ? 'folder_id = links.folder_id' : 'link_id = links.id'
  const others = isPublic ? '' : `and not exists (select from dashboards where ${other})`
  await em.execute(`update links set public_stats = ? where workspace_id = ? and ${column} = ? and public_stats <> ? ${others}`, [
    isPublic,
    workspace.id,
    id,
    isPublic,
  ])
}
