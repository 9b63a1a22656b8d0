/** SQL on the way from news to events. */
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Trigger } from '../../accounts/index.js'
import type { LinkScope } from '../webhook.entity.js'

export interface News {
  id: string
  workspaceId: string
  trigger: Trigger
  /** JSON. */
  data: string
  createdAt: Date
}

/** Takes the oldest news; they are gone when the transaction is kept. What others are taking is left to them. */
export async function takeNews(em: EntityManager, most: number): Promise<News[]> {
  const rows: News[] = await em.execute(
    `delete from news where id in (select id from news order by id limit ? for update skip locked)
     returning id, workspace_id as "workspaceId", trigger, data::text as data, created_at as "createdAt"`,
    [most],
  )
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

export interface Hearer {
  id: string
  workspaceId: string
  plan: string
  triggers: Trigger[]
  linkScope: LinkScope | null
  /** With a scope of folders: which. */
  folderIds: string[]
}

/** The enabled webhooks of the workspaces. */
export async function hearersIn(em: EntityManager, workspaceIds: readonly string[]): Promise<Hearer[]> {
  return em.execute(
    `select webhooks.id, workspace_id as "workspaceId", plan, triggers, link_scope as "linkScope",
       coalesce((select jsonb_agg(folder_id) from folder_webhooks where webhook_id = webhooks.id and link_scope = 'folders'), '[]') as "folderIds"
     from webhooks join workspaces on workspaces.id = workspace_id
     where workspace_id in (select jsonb_array_elements_text(?::jsonb)) and disabled_at is null`,
    [JSON.stringify(workspaceIds)],
  )
}
