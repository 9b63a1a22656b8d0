import type { Scope } from '../kernel/scope.js'
import type { MemoryRow } from './memory.queries.js'

export type NewMemory = Omit<MemoryRow, 'number' | 'updated_at'> & { content_key: string }

/** `ADD` a new one, `UPDATE` one that had expired and lives again, `NOOP` one that was there. */
export type Outcome = 'ADD' | 'UPDATE' | 'NOOP'

// Rows go in by their content, so that two requests with the same ones cannot wait for each other in a circle; their
// numbers are drawn before that, in the order in which they were given.
const insertSql = `
  with given as materialized (
    select nextval(pg_get_serial_sequence('memories', 'number')) as number, one.*
    from (select * from rows from (jsonb_to_recordset(?::jsonb) as (
      id text, workspace_id text, user_id text, agent_id text, run_id text, actor_id text, role text, text text, hash text, content_key text, metadata jsonb,
      customer_id text, link_id text, partner_id text, expiration_date text, expires_at timestamptz, created_at timestamptz
    )) with ordinality as listed order by ordinality) one
  )
  insert into memories (id, number, workspace_id, user_id, agent_id, run_id, actor_id, role, text, hash, content_key, metadata,
    customer_id, link_id, partner_id, expiration_date, expires_at, created_at, updated_at)
  select id, number, workspace_id, user_id, agent_id, run_id, actor_id, role, text, hash, content_key, metadata,
    customer_id, link_id, partner_id, expiration_date, expires_at, created_at, created_at
  from given order by content_key
  on conflict (workspace_id, content_key) do update
    set expiration_date = excluded.expiration_date, expires_at = excluded.expires_at, metadata = excluded.metadata, updated_at = ?
    where memories.expires_at <= ?
  returning id, content_key, xmax = 0 as is_new`

/** Stores memories, no two of which have the same content key. Answers by content key which memory says it now. */
export async function storeMemories(
  { em }: Pick<Scope, 'em'>,
  workspaceId: string,
  rows: readonly NewMemory[],
  now: Date,
): Promise<Map<string, { id: string; outcome: Outcome }>> {
  const written: { id: string; content_key: string; is_new: boolean }[] = await em.execute(insertSql, [JSON.stringify(rows), now, now])
  const found = new Map<string, { id: string; outcome: Outcome }>(
    written.map(({ id, content_key, is_new }) => [content_key, { id, outcome: is_new ? 'ADD' : 'UPDATE' }]),
  )
  const others = rows.map(({ content_key }) => content_key).filter((key) => !found.has(key))
  if (others.length === 0) return found
  const existing: { id: string; content_key: string }[] = await em.execute(
    'select id, content_key from memories where workspace_id = ? and content_key = any (array[?]::text[])',
    [workspaceId, others],
  )
  for (const { id, content_key } of existing) found.set(content_key, { id, outcome: 'NOOP' })
  return found
}
