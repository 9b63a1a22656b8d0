import type { Scope } from '../kernel/scope.js'
import type { MemoryRow } from './memory.queries.js'

export type NewMemory = Omit<MemoryRow, 'number' | 'updated_at'> & { content_key: string }

/** `ADD`: new. `UPDATE`: it had expired and is valid again. `NOOP`: it existed. */
export type ChangeType = 'ADD' | 'UPDATE' | 'NOOP'

// Rows are inserted in the order of their content key, so that two requests with the same memories cannot deadlock.
// Their numbers are assigned before that, in the order of the request.
const insertSql = `
  with input as materialized (
    select nextval(pg_get_serial_sequence('memories', 'number')) as number, ordered.*
    from (select * from rows from (jsonb_to_recordset(?::jsonb) as (
      id text, workspace_id text, user_id text, agent_id text, run_id text, actor_id text, role text, text text, hash text, content_key text, metadata jsonb,
      customer_id text, link_id text, partner_id text, expiration_date text, expires_at timestamptz, created_at timestamptz
    )) with ordinality as listed order by ordinality) ordered
  )
  insert into memories (id, number, workspace_id, user_id, agent_id, run_id, actor_id, role, text, hash, content_key, metadata,
    customer_id, link_id, partner_id, expiration_date, expires_at, created_at, updated_at)
  select id, number, workspace_id, user_id, agent_id, run_id, actor_id, role, text, hash, content_key, metadata,
    customer_id, link_id, partner_id, expiration_date, expires_at, created_at, created_at
  from input order by content_key
  on conflict (workspace_id, content_key) do update
    set expiration_date = excluded.expiration_date, expires_at = excluded.expires_at, metadata = excluded.metadata,
      customer_id = excluded.customer_id, link_id = excluded.link_id, partner_id = excluded.partner_id, updated_at = ?
    where memories.expires_at <= ?
  returning id, content_key, xmax = 0 as is_new`

/** Stores memories with distinct content keys. Returns id and outcome by content key. */
export async function storeMemories(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  rows: readonly NewMemory[],
  now: Date,
): Promise<Map<string, { id: string; outcome: ChangeType }>> {
  const written: { id: string; content_key: string; is_new: boolean }[] = await em.execute(insertSql, [JSON.stringify(rows), now, now])
  const stored = new Map<string, { id: string; outcome: ChangeType }>(
    written.map(({ id, content_key, is_new }) => [content_key, { id, outcome: is_new ? 'ADD' : 'UPDATE' }]),
  )
  const others = rows.map(({ content_key }) => content_key).filter((key) => !stored.has(key))
  if (others.length === 0) return stored
  const existing: { id: string; content_key: string }[] = await em.execute(
    'select id, content_key from memories where workspace_id = ? and content_key = any (array[?]::text[])',
    [workspaceId, others],
  )
  for (const { id, content_key } of existing) stored.set(content_key, { id, outcome: 'NOOP' })
  return stored
}
