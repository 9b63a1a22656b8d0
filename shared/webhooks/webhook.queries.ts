/** SQL of webhooks. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'

/** Sets `workspaces.webhook_triggers` to the union of the triggers of the enabled webhooks. */
export async function syncWorkspaceTriggers({ em }: Pick<Scope, 'em'>, workspaceIds: readonly string[]): Promise<void> {
  await em.execute(
    `update workspaces set webhook_triggers = coalesce(
       (select jsonb_agg(distinct trigger) from webhooks cross join jsonb_array_elements(triggers) as trigger
       where workspace_id = workspaces.id and disabled_at is null), '[]')
     where id in (select jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(workspaceIds)],
  )
}

/** Serialises changes of the workspace's webhooks until the transaction ends. */
export async function lockWebhooks({ em, workspace }: WorkspaceScope): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`webhooks ${workspace.id}`])
}

export async function findExistingLinkIds({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    'select id from links where workspace_id = ? and id in (select jsonb_array_elements_text(?::jsonb))',
    [workspace.id, JSON.stringify(ids)],
  )
  return rows.map(({ id }) => id)
}

export async function findExistingFolderIds({ em, workspace }: WorkspaceScope, ids: readonly string[]): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    'select id from folders where workspace_id = ? and id in (select jsonb_array_elements_text(?::jsonb))',
    [workspace.id, JSON.stringify(ids)],
  )
  return rows.map(({ id }) => id)
}

/** Replaces the links of the webhook's link scope. */
export async function replaceLinks({ em }: Scope, webhookId: string, linkIds: readonly string[]): Promise<void> {
  await em.execute('delete from link_webhooks where webhook_id = ?', [webhookId])
  await em.execute('insert into link_webhooks (link_id, webhook_id) select jsonb_array_elements_text(?::jsonb), ?', [
    JSON.stringify(linkIds),
    webhookId,
  ])
}

export async function replaceFolders({ em }: Scope, webhookId: string, folderIds: readonly string[]): Promise<void> {
  await em.execute('delete from folder_webhooks where webhook_id = ?', [webhookId])
  await em.execute('insert into folder_webhooks (folder_id, webhook_id) select jsonb_array_elements_text(?::jsonb), ?', [
    JSON.stringify(folderIds),
    webhookId,
  ])
}

export async function findScopeLinkIds({ em }: Scope, webhookId: string, limit: number): Promise<string[]> {
  const rows: { id: string }[] = await em.execute('select link_id as id from link_webhooks where webhook_id = ? order by link_id limit ?', [
    webhookId,
    limit,
  ])
  return rows.map(({ id }) => id)
}

export async function findScopeFolderIds({ em }: Scope, webhookId: string, limit: number): Promise<string[]> {
  const rows: { id: string }[] = await em.execute(
    'select folder_id as id from folder_webhooks where webhook_id = ? order by folder_id limit ?',
    [webhookId, limit],
  )
  return rows.map(({ id }) => id)
}

/** Email addresses of the owners of the workspace or partner account, without machine users, and its name. */
export async function findOwnerEmails(
  { em }: Pick<Scope, 'em'>,
  { workspaceId = null, partnerId = null }: { workspaceId?: string | null; partnerId?: string | null },
): Promise<{ to: string; owner: string }[]> {
  return em.execute(
    `select u.email as "to", w.name as owner from members m join users u on u.id = m.user_id join workspaces w on w.id = m.workspace_id
     where m.workspace_id = ? and m.role = 'owner' and not u.is_machine and u.email is not null
     union all
     select u.email, p.name from partner_users m join users u on u.id = m.user_id join partners p on p.id = m.partner_id
     where m.partner_id = ? and m.role = 'owner' and not u.is_machine and u.email is not null`,
    [workspaceId, partnerId],
  )
}
