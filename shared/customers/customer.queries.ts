/** SQL about single customers; lists and counts are in `customer-list.queries.ts`. */
import type { InWorkspace } from '../accounts/index.js'
import { arrayLiteral } from '../kernel/db/array-literal.js'
import { executeBound, executePrepared } from '../kernel/db/execute-bound.js'
import { rowMapper } from '../kernel/db/row-mapper.js'
import type { Scope } from '../kernel/scope.js'
import { Customer, customerFromRow } from './customer.entity.js'
import { externalPrefix } from './external-prefix.js'

/** Ways to identify a customer of a workspace. If several share an email address, the newest one is meant. */
export type CustomerIdentifier = { id: string } | { externalId: string } | { stripeCustomerId: string } | { email: string }

const conditions = {
  id: 'id = ?',
  externalId: 'external_id = ?',
  stripeCustomerId: 'stripe_customer_id = ?',
  email: 'lower(email) = lower(?)',
} as const

const customerColumns = rowMapper<Customer>(Customer).columnList('c')

/**
 * Finds a customer by identifier, following merges for `id` and `externalId`; null if there is none. With `locked`, the row stays locked
 * until the transaction ends.
 */
export async function findCustomer(
  { em, workspace }: InWorkspace,
  identifier: CustomerIdentifier,
  { locked = false } = {},
): Promise<Customer | null> {
  const [[kind, value]] = Object.entries(identifier) as [[keyof typeof conditions, string]]
  const lock = locked ? ' for no key update of c' : ''
  const rows = await executePrepared(
    em,
    `select ${customerColumns} from customers c where workspace_id = ? and ${conditions[kind]} order by id desc limit 1${lock}`,
    [workspace.id, value],
  )
  if (rows[0]) return customerFromRow(em, rows[0])
  if (kind !== 'id' && kind !== 'externalId') return null
  // Checked last: a caller that waited for the lock of a customer merged in the meantime finds the merge target.
  const alias = kind === 'id' ? value : externalPrefix + value
  const merged = await executePrepared(
    em,
    `select ${customerColumns} from customer_aliases a join customers c on c.id = a.customer_id where a.workspace_id = ? and a.alias = ?${lock}`,
    [workspace.id, alias],
  )
  return merged[0] ? customerFromRow(em, merged[0]) : null
}

/** Customers of the workspace by id; those that do not exist are left out. */
export async function findCustomersById({ em, workspace }: InWorkspace, ids: readonly string[]): Promise<Map<string, Customer>> {
  if (ids.length === 0) return new Map()
  const rows = await em.execute('select * from customers where workspace_id = ? and id = any (array[?]::text[])', [workspace.id, ids])
  return new Map(rows.map((row) => customerFromRow(em, row)).map((customer) => [customer.id, customer]))
}

/** External id of the customer into which this one was merged; null if it was not merged. */
export async function mergeTargetExternalId({ em }: Scope, workspaceId: string, externalId: string): Promise<string | null> {
  const rows: { externalId: string }[] = await executePrepared(
    em,
    'select c.external_id as "externalId" from customer_aliases a join customers c on c.id = a.customer_id where a.workspace_id = ? and a.alias = ?',
    [workspaceId, externalPrefix + externalId],
  )
  return rows[0]?.externalId ?? null
}

export type NewCustomer = Omit<Customer, 'stripeCustomerId' | 'sales' | 'saleAmount' | 'firstSaleAt' | 'subscriptionCanceledAt'>

// Click columns change together: a customer with a click also keeps its link.
const clickColumns = ['link_id', 'click_id', 'clicked_at', 'program_id', 'partner_id'].map(
  (column) => `${column} = case when existing.click_id is null then excluded.${column} else existing.${column} end`,
)
const profileColumns = ['name', 'email', 'avatar', 'country'].map(
  (column) => `${column} = coalesce(existing.${column}, excluded.${column})`,
)
/** In the order of the columns in `upsertSql`. */
const insertedKeys = [
  'id',
  'workspaceId',
  'externalId',
  'name',
  'email',
  'avatar',
  'country',
  'linkId',
  'clickId',
  'clickedAt',
  'programId',
  'partnerId',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof NewCustomer)[]
const upsertSql = `
  insert into customers as existing
    (id, workspace_id, external_id, name, email, avatar, country, link_id, click_id, clicked_at, program_id, partner_id, created_at, updated_at)
  values (${insertedKeys.map(() => '?').join(', ')})
  on conflict (workspace_id, external_id) do update set ${[...profileColumns, ...clickColumns].join(', ')}
  returning ${rowMapper<Customer>(Customer).columnList('existing')}`

/** Inserts a customer, or fills missing columns of the one with that external id. Returns the resulting row, locked. */
export async function upsertCustomer({ em }: Scope, customer: NewCustomer): Promise<Customer> {
  const values = insertedKeys.map((key) => customer[key])
  const [row] = await executePrepared<object>(em, upsertSql, values)
  return customerFromRow(em, row as object)
}

export async function deleteCustomerRow({ em, workspace }: InWorkspace, id: string): Promise<void> {
  await executePrepared(em, 'delete from customers where id = ? and workspace_id = ?', [id, workspace.id])
}

export interface CustomerAlias {
  customerId: string
  /** Id, or external id with its prefix, of a customer that was merged into this one. */
  alias: string
  /** The click that the merge replaced. */
  clickId: string | null
  clickedAt: Date | null
  /** The address of the merged customer. */
  email: string | null
}

/** SQL condition: the column has one of the ids, or the id of a customer that one of them was merged into. */
const isOneOf = (column: 'id' | 'customer_id') => `workspace_id = ? and (${column} = any (?::text[])
  or ${column} in (select customer_id from customer_aliases where workspace_id = ? and alias = any (?::text[])))`
const paramsOf = ({ workspace }: InWorkspace, ids: readonly string[]) => [workspace.id, arrayLiteral(ids), workspace.id, arrayLiteral(ids)]

/** Aliases of customers by id, following merges. */
export const aliasesOf = (scope: InWorkspace, ids: readonly string[]): Promise<CustomerAlias[]> =>
  executeBound<CustomerAlias>(
    scope.em,
    `select customer_id as "customerId", alias, click_id as "clickId", clicked_at as "clickedAt", email from customer_aliases
     where ${isOneOf('customer_id')}`,
    paramsOf(scope, ids),
  )

/** Ids by which providers know customers by id, following merges. */
export const providerIdsOf = (scope: InWorkspace, ids: readonly string[]): Promise<{ customerId: string; externalId: string }[]> =>
  executeBound(
    scope.em,
    `select customer_id as "customerId", external_id as "externalId" from integration_customers where ${isOneOf('customer_id')}`,
    paramsOf(scope, ids),
  )

/** Deletes customers by id, following merges, and returns them as they were. */
export async function deleteCustomerRows(scope: InWorkspace, ids: readonly string[]): Promise<Customer[]> {
  const { em } = scope
  const rows = await executeBound<object>(
    em,
    `delete from customers c where ${isOneOf('id')} returning ${customerColumns}`,
    paramsOf(scope, ids),
  )
  return rows.map((row) => customerFromRow(em, row))
}

/** Sets the Stripe id unless the customer already has one or another customer uses it. */
export async function setStripeCustomerId({ em, workspace }: InWorkspace, id: string, stripeCustomerId: string): Promise<void> {
  await executePrepared(
    em,
    `update customers set stripe_customer_id = ? where id = ? and workspace_id = ? and stripe_customer_id is null
       and not exists (select 1 from customers where workspace_id = ? and stripe_customer_id = ?)`,
    [stripeCustomerId, id, workspace.id, workspace.id, stripeCustomerId],
  )
}

/** Sets the Stripe ids of customers that have none, except those that other customers use. Of several with the same one, the first gets it. */
export async function setStripeCustomerIds(
  { em, workspace }: InWorkspace,
  customers: readonly { id: string; stripeCustomerId: string | null }[],
): Promise<void> {
  const set = customers.filter(({ stripeCustomerId }) => stripeCustomerId !== null)
  if (set.length === 0) return
  await executeBound(
    em,
    `update customers set stripe_customer_id = new."stripeCustomerId"
     from (select distinct on ("stripeCustomerId") * from jsonb_to_recordset(?::jsonb) as input (id text, "stripeCustomerId" text)
       order by "stripeCustomerId", id) as new
     where customers.id = new.id and workspace_id = ? and stripe_customer_id is null and not exists (
       select from customers other where other.workspace_id = ? and other.stripe_customer_id = new."stripeCustomerId")`,
    [JSON.stringify(set), workspace.id, workspace.id],
  )
}

/** Stores when the subscription ended; null when it is active again. */
export async function recordSubscriptionEnd({ em, workspace }: InWorkspace, id: string, at: Date | null): Promise<void> {
  await executePrepared(em, 'update customers set subscription_canceled_at = ? where id = ? and workspace_id = ?', [at, id, workspace.id])
}
