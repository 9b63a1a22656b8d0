/** Assigns webhooks to links. Webhooks belong to a domain that depends on this one, so only their ids are used here. */
import type { Workspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'

/** Returns those ids that are webhooks of the workspace. */
export async function webhooksOfWorkspace(
  { em, workspace }: Pick<Scope, 'em'> & { workspace: Workspace },
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows: { id: string }[] = await em.execute('select id from webhooks where workspace_id = ? and id = any (array[?]::text[])', [
    workspace.id,
    ids,
  ])
  return rows.map(({ id }) => id)
}

/** Ids of webhooks by link id. */
export async function webhooksOfLinks({ em }: Pick<Scope, 'em'>, linkIds: readonly string[]): Promise<Map<string, string[]>> {
  const byLink = new Map<string, string[]>()
  if (linkIds.length === 0) return byLink
  const rows: { link_id: string; webhook_id: string }[] = await em.execute(
    'select link_id, webhook_id from link_webhooks where link_id = any (array[?]::text[]) order by webhook_id',
    [linkIds],
  )
  for (const { link_id, webhook_id } of rows) byLink.set(link_id, [...(byLink.get(link_id) ?? []), webhook_id])
  return byLink
}

export async function addWebhooks(
  { em }: Pick<Scope, 'em'>,
  assignments: readonly { link: { id: string }; webhookIds: readonly string[] }[],
): Promise<void> {
  const rows = assignments.flatMap(({ link, webhookIds }) => webhookIds.map((webhookId) => ({ link_id: link.id, webhook_id: webhookId })))
  if (rows.length === 0) return
  await em.execute(
    `insert into link_webhooks (link_id, webhook_id)
     select link_id, webhook_id from jsonb_to_recordset(?::jsonb) as input (link_id text, webhook_id text) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
}

/** Replaces the webhooks of the links. */
export async function replaceWebhooks(
  scope: Pick<Scope, 'em'>,
  assignments: readonly { link: { id: string }; webhookIds: readonly string[] }[],
): Promise<void> {
  if (assignments.length === 0) return
  await scope.em.execute('delete from link_webhooks where link_id in (select jsonb_array_elements_text(?::jsonb))', [
    JSON.stringify(assignments.map(({ link }) => link.id)),
  ])
  await addWebhooks(scope, assignments)
}
