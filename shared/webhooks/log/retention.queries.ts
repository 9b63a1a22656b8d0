/** SQL that deletes expired data and erases personal data. */
import { arrayLiteral } from '../../kernel/db/array-literal.js'
import type { Scope } from '../../kernel/scope.js'

/**
 * Includes the deliveries of deleted webhooks. Reads the primary key from webhook to webhook, because an index by event would cost more at
 * every delivery than it saves here.
 */
export async function deleteDeliveriesBefore({ em }: Scope, firstKeptId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    `with recursive receivers as (
       (select webhook_id as id from webhook_deliveries order by 1 limit 1)
       union all
       select (select webhook_id from webhook_deliveries where webhook_id > receivers.id order by 1 limit 1) from receivers
       where id is not null
     )
     delete from webhook_deliveries where (webhook_id, event_id) in (
       select old.webhook_id, old.event_id from receivers cross join lateral (
         select webhook_id, event_id from webhook_deliveries where webhook_id = receivers.id and event_id < ? limit ?
       ) old limit ?
     ) returning 1`,
    [firstKeptId, limit, limit],
  )
  return rows.length
}

export async function deleteBatchesBefore({ em }: Scope, firstKeptId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    'delete from webhook_event_batches where id in (select id from webhook_event_batches where last_event < ? limit ?) returning 1',
    [firstKeptId, limit],
  )
  return rows.length
}

export async function deleteEventsBefore({ em }: Scope, firstKeptId: string, limit: number): Promise<number> {
  const rows = await em.execute('delete from webhook_events where id in (select id from webhook_events where id < ? limit ?) returning 1', [
    firstKeptId,
    limit,
  ])
  return rows.length
}

/** Deletes events of a closed workspace and returns how many. Its webhooks are deleted with the workspace row. */
export async function deleteEventsOfWorkspace({ em }: Scope, workspaceId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    'delete from webhook_events where id in (select id from webhook_events where workspace_id = ? limit ?) returning 1',
    [workspaceId, limit],
  )
  return rows.length
}

export async function deleteDeliveriesOfWorkspace({ em }: Scope, workspaceId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    `delete from webhook_deliveries where (webhook_id, event_id) in (
       select webhook_id, event_id from webhooks join webhook_deliveries on webhook_id = webhooks.id where workspace_id = ? limit ?
     ) returning 1`,
    [workspaceId, limit],
  )
  return rows.length
}

export async function deleteBatchesOfWorkspace({ em }: Scope, workspaceId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    `delete from webhook_event_batches where id in (select webhook_event_batches.id from webhooks
      join webhook_event_batches on webhook_id = webhooks.id where workspace_id = ? limit ?) returning 1`,
    [workspaceId, limit],
  )
  return rows.length
}

/** What is personal about a customer in an event, and what replaces it. Events have some of the fields, by their kind. */
const personalFields: Record<string, string> = {
  '{data,metadata}': 'null',
  '{data,click,ip}': '""',
  '{data,click,ua}': '""',
  '{data,customer,externalId}': '""',
  '{data,customer,name}': '""',
  '{data,customer,email}': 'null',
  '{data,customer,avatar}': 'null',
  '{data,customer,stripeCustomerId}': 'null',
}
const erasedBody = Object.entries(personalFields).reduce(
  (body, [path, value]) => `jsonb_set(${body}, '${path}', '${value}', false)`,
  'body::jsonb',
)

/** Removes personal data from the events of customers. A partial index covers exactly these events. */
export async function eraseCustomersFromEvents({ em }: Scope, customerIds: readonly string[]): Promise<void> {
  await em.execute(
    `update webhook_events set body = (${erasedBody})::text
     where event in ('lead.created', 'sale.created', 'commission.created') and body::jsonb #>> '{data,customer,id}' = any (?::text[])`,
    [arrayLiteral(customerIds)],
  )
}

/** Removes IP address and user agent from click events. Searches the event ids of each click's time range, because no index covers clicks. */
export async function eraseClicksFromEvents(
  { em }: Scope,
  workspaceId: string,
  clicks: readonly { id: string; from: string; to: string }[],
): Promise<void> {
  await em.execute(
    `update webhook_events set body = (body::jsonb || jsonb_build_object('data', body::jsonb -> 'data' || jsonb_build_object('click',
      body::jsonb #> '{data,click}' || '{"ip": "", "ua": ""}')))::text
     from jsonb_to_recordset(?::jsonb) as click(id text, "from" text, "to" text)
     where webhook_events.id >= click."from" and webhook_events.id < click."to" and workspace_id = ? and event = 'link.clicked'
     and position(click.id in body) > 0`,
    [JSON.stringify(clicks), workspaceId],
  )
}
