/** All SQL about single customers. Lists and counts: `customer-list.queries.ts`. */
import type { InWorkspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { type Customer, customerOfRow } from './customer.entity.js'
import { externalPrefix } from './external-prefix.js'

/** How a caller names a customer of its workspace. An address may be that of several: the latest of them is meant. */
export type CustomerName = { id: string } | { externalId: string } | { stripeCustomerId: string } | { email: string }

const conditions = {
  id: 'id = ?',
  externalId: 'external_id = ?',
  stripeCustomerId: 'stripe_customer_id = ?',
  email: 'lower(email) = lower(?)',
} as const

/**
 * The customer, or null where the workspace has none of that name; the one into whom a customer of that name was merged. With `locked`
 * nobody else changes it before this transaction ends.
 */
export async function findCustomer({ em, workspace }: InWorkspace, name: CustomerName, { locked = false } = {}): Promise<Customer | null> {
  const [[kind, value]] = Object.entries(name) as [[keyof typeof conditions, string]]
  const lock = locked ? ' for no key update of c' : ''
  const rows = await em.execute(
    `select c.* from customers c where workspace_id = ? and ${conditions[kind]} order by id desc limit 1${lock}`,
    [workspace.id, value],
  )
  if (rows[0]) return customerOfRow(em, rows[0])
  if (kind !== 'id' && kind !== 'externalId') return null
  // Asked afterwards: who waited for the lock of a customer that was merged meanwhile finds the other one.
  const alias = kind === 'id' ? value : externalPrefix + value
  const merged = await em.execute(
    `select c.* from customer_aliases a join customers c on c.id = a.customer_id where a.workspace_id = ? and a.alias = ?${lock}`,
    [workspace.id, alias],
  )
  return merged[0] ? customerOfRow(em, merged[0]) : null
}

/** The caller's own id of the customer into whom the one of that external id was merged; null where none was. */
export async function mergedInto({ em }: Scope, workspaceId: string, externalId: string): Promise<string | null> {
  const rows: { externalId: string }[] = await em.execute(
    'select c.external_id as "externalId" from customer_aliases a join customers c on c.id = a.customer_id where a.workspace_id = ? and a.alias = ?',
    [workspaceId, externalPrefix + externalId],
  )
  return rows[0]?.externalId ?? null
}

type NewCustomer = Omit<Customer, 'stripeCustomerId' | 'sales' | 'saleAmount' | 'firstSaleAt' | 'subscriptionCanceledAt'>

// What came by the click stays together: a customer who has one keeps its link as well.
const ofClick = ['link_id', 'click_id', 'clicked_at', 'program_id', 'partner_id'].map(
  (column) => `${column} = case when known.click_id is null then excluded.${column} else known.${column} end`,
)
const ofPerson = ['name', 'email', 'avatar', 'country'].map((column) => `${column} = coalesce(known.${column}, excluded.${column})`)
const upsert = `
  insert into customers as known (id, workspace_id, external_id, name, email, avatar, country, link_id, click_id, clicked_at, program_id, partner_id, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (workspace_id, external_id) do update set ${[...ofPerson, ...ofClick].join(', ')}
  returning *`

/** Stores a new customer, or adds to the one of that external id what it lacks; answers what there is then. Locks the row. */
export async function insertOrComplete({ em }: Scope, given: NewCustomer): Promise<Customer> {
  const {
    id,
    workspaceId,
    externalId,
    name,
    email,
    avatar,
    country,
    linkId,
    clickId,
    clickedAt,
    programId,
    partnerId,
    createdAt,
    updatedAt,
  } = given
  const [row] = await em.execute<[object]>(upsert, [
    id,
    workspaceId,
    externalId,
    name,
    email,
    avatar,
    country,
    linkId,
    clickId,
    clickedAt,
    programId,
    partnerId,
    createdAt,
    updatedAt,
  ])
  return customerOfRow(em, row)
}

export async function deleteCustomerRow({ em, workspace }: InWorkspace, id: string): Promise<void> {
  await em.execute('delete from customers where id = ? and workspace_id = ?', [id, workspace.id])
}

/** Keeps the id that the customer has at Stripe, unless one is known, or somebody else has it. */
export async function learnStripeCustomer({ em, workspace }: InWorkspace, id: string, stripeCustomerId: string): Promise<void> {
  await em.execute(
    `update customers set stripe_customer_id = ? where id = ? and workspace_id = ? and stripe_customer_id is null and not exists (select 1 from customers where workspace_id = ? and stripe_customer_id = ?)`,
    [stripeCustomerId, id, workspace.id, workspace.id, stripeCustomerId],
  )
}

/** When the customer's subscription ended; null when they pay again. */
export async function noteSubscriptionEnd({ em, workspace }: InWorkspace, id: string, at: Date | null): Promise<void> {
  await em.execute('update customers set subscription_canceled_at = ? where id = ? and workspace_id = ?', [at, id, workspace.id])
}
