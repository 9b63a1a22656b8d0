/** SQL of the ids that providers use for customers. */
import type { InWorkspace } from '../../accounts/index.js'
import { arrayLiteral } from '../../kernel/db/array-literal.js'

export async function findCustomerByProviderId(
  { em, workspace }: InWorkspace,
  provider: string,
  externalId: string,
): Promise<string | null> {
  const rows: { customer_id: string }[] = await em.execute(
    'select customer_id from integration_customers where workspace_id = ? and provider = ? and external_id = ?',
    [workspace.id, provider, externalId],
  )
  return rows[0]?.customer_id ?? null
}

/** Returns whether the id was new. */
export async function insertProviderId(
  { em, workspace }: InWorkspace,
  provider: string,
  externalId: string,
  customerId: string,
): Promise<boolean> {
  const rows = await em.execute(
    'insert into integration_customers (workspace_id, provider, external_id, customer_id) values (?, ?, ?, ?) on conflict do nothing returning 1',
    [workspace.id, provider, externalId, customerId],
  )
  return rows.length > 0
}

/** Deletes the ids by which the provider knows the customer, or one of them. */
export async function deleteProviderIds(
  { em, workspace }: InWorkspace,
  provider: string,
  customerId: string,
  externalId: string | null,
): Promise<void> {
  await em.execute(
    `delete from integration_customers where workspace_id = ? and provider = ? and customer_id = ?
       and external_id = coalesce(?::text, external_id)`,
    [workspace.id, provider, customerId, externalId],
  )
}

/** Whether a provider knows the customer by another id, too. */
export async function hasOtherProviderId(
  { em, workspace }: InWorkspace,
  provider: string,
  externalId: string,
  customerId: string,
): Promise<boolean> {
  const rows = await em.execute(
    'select 1 from integration_customers where workspace_id = ? and customer_id = ? and (provider, external_id) <> (?, ?) limit 1',
    [workspace.id, customerId, provider, externalId],
  )
  return rows.length > 0
}

/** All identifiers by which events may reference the customer. */
export async function findIdentifiers({ em }: Pick<InWorkspace, 'em'>, workspaceId: string, customerId: string): Promise<string[]> {
  const rows: { identifier: string | null }[] = await em.execute(
    `select unnest(array[external_id, stripe_customer_id, lower(email)]) as identifier from customers where id = ? and workspace_id = ?
     union select external_id from integration_customers where customer_id = ? and workspace_id = ?`,
    [customerId, workspaceId, customerId, workspaceId],
  )
  return rows.flatMap(({ identifier }) => identifier ?? [])
}

/** Whether one of the identifiers belongs to a customer with a click, by which sales can be attributed. */
export async function isAttributableCustomerKnown(
  { em, workspace }: InWorkspace,
  provider: string,
  identifiers: readonly string[],
): Promise<boolean> {
  const ids = arrayLiteral(identifiers)
  const rows = await em.execute(
    `select from customers where workspace_id = ? and click_id is not null and external_id = any (?::text[])
     union all select from customers where workspace_id = ? and click_id is not null and stripe_customer_id = any (?::text[])
     union all select from customers where workspace_id = ? and click_id is not null and lower(email) = any (?::text[])
     union all select from integration_customers i join customers c on c.id = i.customer_id and c.click_id is not null
       where i.workspace_id = ? and i.provider = ? and i.external_id = any (?::text[])
     limit 1`,
    [workspace.id, ids, workspace.id, ids, workspace.id, ids, workspace.id, provider, ids],
  )
  return rows.length > 0
}
