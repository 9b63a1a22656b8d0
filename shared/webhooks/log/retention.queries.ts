/** SQL that lets go of what is no longer kept. */
import type { Scope } from '../../kernel/scope.js'

/** Those of deleted webhooks as well. */
export async function deleteDeliveriesBefore({ em }: Scope, bound: string, most: number): Promise<number> {
  const rows = await em.execute(
    `delete from webhook_deliveries where (webhook_id, event_id) in (select webhook_id, event_id from webhook_deliveries where event_id < ? limit ?) returning 1`,
    [bound, most],
  )
  return rows.length
}

export async function deleteEventsBefore({ em }: Scope, bound: string, most: number): Promise<number> {
  const rows = await em.execute('delete from webhook_events where id in (select id from webhook_events where id < ? limit ?) returning 1', [bound, most])
  return rows.length
}

/** Some of a workspace that was closed; answers how many. Its webhooks go with its row. */
export async function deleteEventsOf({ em }: Scope, workspaceId: string, most: number): Promise<number> {
  const rows = await em.execute('delete from webhook_events where id in (select id from webhook_events where workspace_id = ? limit ?) returning 1', [workspaceId, most])
  return rows.length
}

export async function deleteDeliveriesOf({ em }: Scope, workspaceId: string, most: number): Promise<number> {
  const rows = await em.execute(
    `delete from webhook_deliveries where (webhook_id, event_id) in (
       select webhook_id, event_id from webhooks join webhook_deliveries on webhook_id = webhooks.id where workspace_id = ? limit ?
     ) returning 1`,
    [workspaceId, most],
  )
  return rows.length
}
