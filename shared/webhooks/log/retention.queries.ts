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

export async function deleteBundlesBefore({ em }: Scope, bound: string, most: number): Promise<number> {
  const rows = await em.execute(
    'delete from webhook_bundles where id in (select id from webhook_bundles where last_event < ? limit ?) returning 1',
    [bound, most],
  )
  return rows.length
}

export async function deleteEventsBefore({ em }: Scope, bound: string, most: number): Promise<number> {
  const rows = await em.execute('delete from webhook_events where id in (select id from webhook_events where id < ? limit ?) returning 1', [
    bound,
    most,
  ])
  return rows.length
}

/** Some of a workspace that was closed; answers how many. Its webhooks go with its row. */
export async function deleteEventsOf({ em }: Scope, workspaceId: string, most: number): Promise<number> {
  const rows = await em.execute(
    'delete from webhook_events where id in (select id from webhook_events where workspace_id = ? limit ?) returning 1',
    [workspaceId, most],
  )
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

export async function deleteBundlesOf({ em }: Scope, workspaceId: string, most: number): Promise<number> {
  const rows = await em.execute(
    'delete from webhook_bundles where id in (select webhook_bundles.id from webhooks join webhook_bundles on webhook_id = webhooks.id where workspace_id = ? limit ?) returning 1',
    [workspaceId, most],
  )
  return rows.length
}

/** What was told of the customer, and may be sent again, without what says who they were. The index is on just these events. */
export async function forgetPersonInEvents({ em }: Scope, customerId: string): Promise<void> {
  await em.execute(
    `update webhook_events set body = (
       body::jsonb || jsonb_build_object('data', body::jsonb -> 'data' || jsonb_build_object('metadata', null)
         || jsonb_build_object('click', body::jsonb #> '{data,click}' || '{"ip": "", "ua": ""}')
         || jsonb_build_object('customer', body::jsonb #> '{data,customer}' || '{"externalId": "", "name": "", "email": null, "avatar": null}'))
     )::text
     where event in ('lead.created', 'sale.created') and body::jsonb #>> '{data,customer,id}' = ?`,
    [customerId],
  )
}

/**
 * What was told of clicks, without address and browser. Each is looked for among the ids of its time: no index knows it, because nobody
 * else asks.
 */
export async function forgetClicksInEvents(
  { em }: Scope,
  workspaceId: string,
  clicks: readonly { id: string; from: string; to: string }[],
): Promise<void> {
  await em.execute(
    `update webhook_events set body = (body::jsonb || jsonb_build_object('data', body::jsonb -> 'data' || jsonb_build_object('click', body::jsonb #> '{data,click}' || '{"ip": "", "ua": ""}')))::text
     from jsonb_to_recordset(?::jsonb) as click(id text, "from" text, "to" text)
     where webhook_events.id >= click."from" and webhook_events.id < click."to" and workspace_id = ? and event = 'link.clicked' and position(click.id in body) > 0`,
    [JSON.stringify(clicks), workspaceId],
  )
}
