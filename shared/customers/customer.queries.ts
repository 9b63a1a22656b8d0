/** All SQL about single customers. Lists and counts: `customer-list.queries.ts`. */
import type { Workspace } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { type Customer, customerOfRow } from './customer.entity.js'

interface InWorkspace extends Scope {
  workspace: Workspace
}

/** How a caller names a customer of its workspace. */
export type CustomerName = { id: string } | { externalId: string }

/** The customer, or null where the workspace has none of that name. With `locked` nobody else changes it before this transaction ends. */
export async function findCustomer({ em, workspace }: InWorkspace, name: CustomerName, { locked = false } = {}): Promise<Customer | null> {
  const [column, value] = 'id' in name ? ['id', name.id] : ['external_id', name.externalId]
  const rows = await em.execute(`select * from customers where workspace_id = ? and ${column} = ?${locked ? ' for no key update' : ''}`, [workspace.id, value])
  return rows[0] ? customerOfRow(em, rows[0]) : null
}

type NewCustomer = Omit<Customer, 'stripeCustomerId' | 'sales' | 'saleAmount' | 'firstSaleAt' | 'subscriptionCanceledAt'>

// What came by the click stays together: a customer who has one keeps its link as well.
const ofClick = ['link_id', 'click_id', 'clicked_at', 'program_id', 'partner_id'].map((column) => `${column} = case when known.click_id is null then excluded.${column} else known.${column} end`)
const ofPerson = ['name', 'email', 'avatar', 'country'].map((column) => `${column} = coalesce(known.${column}, excluded.${column})`)
const upsert = `
  insert into customers as known (id, workspace_id, external_id, name, email, avatar, country, link_id, click_id, clicked_at, program_id, partner_id, created_at, updated_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (workspace_id, external_id) do update set ${[...ofPerson, ...ofClick].join(', ')}
  returning *`

/** Stores a new customer, or adds to the one of that external id what it lacks; answers what there is then. Locks the row. */
export async function insertOrComplete({ em }: Scope, given: NewCustomer): Promise<Customer> {
  const { id, workspaceId, externalId, name, email, avatar, country, linkId, clickId, clickedAt, programId, partnerId, createdAt, updatedAt } = given
  const [row] = await em.execute<[object]>(upsert, [id, workspaceId, externalId, name, email, avatar, country, linkId, clickId, clickedAt, programId, partnerId, createdAt, updatedAt])
  return customerOfRow(em, row)
}

export async function deleteCustomerRow({ em, workspace }: InWorkspace, id: string): Promise<void> {
  await em.execute('delete from customers where id = ? and workspace_id = ?', [id, workspace.id])
}
