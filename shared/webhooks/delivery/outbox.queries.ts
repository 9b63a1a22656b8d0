/** SQL of the webhook outbox and its subscribers. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { WebhookTrigger } from '../../accounts/index.js'
import { hasRows } from '../../kernel/db/has-rows.js'
import type { LinkScope } from '../webhook.entity.js'

export interface OutboxEntry {
  id: string
  workspaceId: string
  trigger: WebhookTrigger
  /** JSON. */
  data: string
  createdAt: Date
}

export const hasOutboxEntries = hasRows('webhook_outbox')

/** Removes and returns the oldest entries, skipping those that another process has locked and those of the excluded trigger. */
export async function takeOutboxEntries(em: EntityManager, limit: number, excluded: WebhookTrigger | null): Promise<OutboxEntry[]> {
  const rows: OutboxEntry[] = await em.execute(
    `delete from webhook_outbox where id in (
       select id from webhook_outbox where trigger is distinct from ? order by id limit ? for update skip locked)
     returning id, workspace_id as "workspaceId", trigger, data::text as data, created_at as "createdAt"`,
    [excluded, limit],
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

export interface Subscriber {
  id: string
  workspaceId: string
  plan: string
  triggers: WebhookTrigger[]
  linkScope: LinkScope | null
  /** Only with the link scope `folders`. */
  folderIds: string[]
  /** No process delivers to it, and it is not paused. */
  isIdle: boolean
}

/** The enabled webhooks of these workspaces. */
export async function findSubscribers(em: EntityManager, workspaceIds: readonly string[]): Promise<Subscriber[]> {
  return em.execute(
    `select webhooks.id, workspace_id as "workspaceId", plan, triggers, link_scope as "linkScope",
       coalesce((select jsonb_agg(folder_id) from folder_webhooks where webhook_id = webhooks.id and link_scope = 'folders'), '[]') as "folderIds",
       coalesce(leased_until <= now(), true) and coalesce(paused_until <= now(), true) as "isIdle"
     from webhooks join workspaces on workspaces.id = workspace_id
     where workspace_id in (select jsonb_array_elements_text(?::jsonb)) and webhooks.disabled_at is null`,
    [JSON.stringify(workspaceIds)],
  )
}
