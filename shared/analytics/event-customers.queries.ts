/** Customers of events. */
import type { WorkspaceScope } from '../accounts/index.js'
import { displayName, mayReadCustomers, generateNickname } from '../customers/index.js'
import { queryPrepared } from '../kernel/db/prepared-query.js'
import type { CustomerOfEvent } from './present-event.js'

type StoredCustomer = Record<'id' | 'externalId', string> &
  Record<'name' | 'email' | 'avatar' | 'country', string | null> & { createdAt: Date }

/** The customers that still exist, by id. Callers who may not read customers get only their ids. */
export async function customersById(scope: WorkspaceScope, ids: readonly string[]): Promise<Map<string, CustomerOfEvent>> {
  if (ids.length === 0) return new Map()
  const { pool, workspace } = scope
  const present = mayReadCustomers(scope) ? presentCustomer : presentHidden
  const rows = await queryPrepared<StoredCustomer>(pool, {
    name: 'event-customers',
    text: `select id, external_id as "externalId", name, email, avatar, country, created_at as "createdAt"
      from customers where id = any($1::text[]) and workspace_id = $2`,
    values: [ids, workspace.id],
  })
  return new Map(rows.map((row) => [row.id, present(row)]))
}

const presentCustomer = (row: StoredCustomer): CustomerOfEvent => ({
  ...row,
  name: displayName(row),
  createdAt: row.createdAt.toISOString(),
})

/** The external id may be an email address. */
const presentHidden = ({ id, createdAt }: StoredCustomer): CustomerOfEvent => ({
  id,
  externalId: id,
  name: generateNickname(id),
  email: null,
  avatar: null,
  country: null,
  createdAt: createdAt.toISOString(),
})
