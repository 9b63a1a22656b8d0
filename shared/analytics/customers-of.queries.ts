/** Who is behind events. */
import type { WorkspaceScope } from '../accounts/index.js'
import { displayName } from '../customers/index.js'
import { askPrepared } from '../kernel/ask-prepared.js'
import type { CustomerOfEvent } from './present-event.js'

type StoredCustomer = Record<'id' | 'externalId', string> &
  Record<'name' | 'email' | 'avatar' | 'country', string | null> & { createdAt: Date }

/** By id, those that still exist. */
export async function customersOf({ pool, workspace }: WorkspaceScope, ids: readonly string[]): Promise<Map<string, CustomerOfEvent>> {
  if (ids.length === 0) return new Map()
  const rows = await askPrepared<StoredCustomer>(pool, {
    name: 'customers-of-events',
    text: `select id, external_id as "externalId", name, email, avatar, country, created_at as "createdAt" from customers where id = any($1::text[]) and workspace_id = $2`,
    values: [ids, workspace.id],
  })
  return new Map(rows.map((row) => [row.id, { ...row, name: displayName(row), createdAt: row.createdAt.toISOString() }]))
}
