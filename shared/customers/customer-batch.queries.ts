/** SQL that locks and inserts the customers of several requests, which share a transaction. */
import type { SqlQuery } from '../kernel/db/prepared-query.js'
import { columnName, rowMapper } from '../kernel/db/row-mapper.js'
import { Customer } from './customer.entity.js'
import type { NewCustomer } from './customer.queries.js'
import { externalPrefix } from './external-prefix.js'

export interface CustomerReference {
  workspaceId: string
  externalId: string
}

const customers = rowMapper<Customer>(Customer)

export const readCustomers = (rows: readonly object[]): Customer[] => rows.map((row) => customers.map(row))

/**
 * Locks the customers that no other transaction holds; the others are left out, so that no request waits for the customer of another one.
 * In the order of their ids, to avoid deadlocks.
 */
export const lockCustomersQuery = (references: readonly CustomerReference[]): SqlQuery => ({
  name: 'lock-customers',
  text: `
    select ${customers.columnList('c')} from unnest($1::text[], $2::text[]) as wanted(workspace_id, external_id)
    join customers c on c.workspace_id = wanted.workspace_id and c.external_id = wanted.external_id
    order by c.id for no key update of c skip locked`,
  values: [references.map(({ workspaceId }) => workspaceId), references.map(({ externalId }) => externalId)],
})

const newColumns = [
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
] as const satisfies readonly (keyof NewCustomer)[]
const columnNames = newColumns.map(columnName)

/** Inserts those that do not exist, in the order of their external ids, to avoid deadlocks. Waits for a concurrent insert or deletion. */
export const insertCustomersQuery = (rows: readonly NewCustomer[]): SqlQuery => ({
  name: 'insert-customers',
  text: `
    insert into customers as inserted (${columnNames.join(', ')})
    select ${columnNames.map((name) => `new.${name}`).join(', ')} from jsonb_populate_recordset(null::customers, $1::jsonb) as new
    where not exists (
      select from customer_aliases a where a.workspace_id = new.workspace_id and a.alias = '${externalPrefix}' || new.external_id)
    order by new.workspace_id, new.external_id
    on conflict (workspace_id, external_id) do nothing
    returning ${customers.columnList('inserted')}`,
  values: [JSON.stringify(rows.map((row) => Object.fromEntries(newColumns.map((name) => [columnName(name), row[name]]))))],
})

/** Deletes customers that were inserted although their external id belongs to a merged customer by now. */
export const deleteCustomersQuery = (ids: readonly string[]): SqlQuery => ({
  name: 'delete-customers',
  text: 'delete from customers where id = any($1)',
  values: [ids],
})
