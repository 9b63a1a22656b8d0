/** Reads the webhook events of links that are published but not yet delivered. */
import type pg from 'pg'

/** Properties of a workspace whose webhooks subscribe to all link events. */
export const subscribed = { webhookTriggers: ['link.created', 'link.updated', 'link.deleted'] }

/** Trigger and link id of the published events, in order. */
export async function publishedEvents(pool: pg.Pool, workspace: { id: string }): Promise<[trigger: string, linkId: string][]> {
  const { rows } = await pool.query<{ trigger: string; link: string }>(
    `select trigger, data ->> 'id' as link from webhook_outbox where workspace_id = $1 order by id`,
    [workspace.id],
  )
  return rows.map(({ trigger, link }) => [trigger, link])
}
