/** SQL of the table of queued click batches. */
import type pg from 'pg'
import { executePrepared } from '../kernel/db/prepared-query.js'
import type { RawClick } from './click-batch.js'

type Client = Pick<pg.PoolClient, 'query'>

export interface QueuedBatch {
  id: string
  batch: unknown
}

/** The only statement that a redirect waits for: prepared, one round trip, in its own transaction. */
export const insertQueuedBatch = (client: Client, { id, batch }: { id: string; batch: string }) =>
  executePrepared(client, {
    name: 'insert-queued-batch',
    text: 'insert into queued_click_batches (id, batch) values ($1, $2) on conflict do nothing',
    values: [id, batch],
  })

/**
 * Deletes and returns the oldest batches with an id greater than `after`, in the order of their ids and so of time. Skips batches that
 * another transaction has locked.
 */
export async function takeQueuedBatches(client: Client, limit: number, after = ''): Promise<QueuedBatch[]> {
  const { rows } = await client.query<QueuedBatch>({
    name: 'take-queued-batches',
    text: `delete from queued_click_batches where id = any(array(select id from queued_click_batches where id > $2 order by id
      limit $1 for update skip locked)) returning id, batch`,
    values: [limit, after],
  })
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function countQueuedBatches(pool: Client): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*) from queued_click_batches')
  return rows[0]?.count ?? 0
}

export async function hasQueuedBatchBefore(pool: Client, id: string): Promise<boolean> {
  const { rows } = await pool.query('select from queued_click_batches where id < $1 limit 1', [id])
  return rows.length > 0
}

/** A click of the queued batches; their texts are searched first, because parsing them costs more. */
export async function findQueuedClick(pool: Client, id: string): Promise<RawClick | null> {
  const { rows } = await pool.query<{ click: RawClick }>({
    name: 'find-queued-click',
    text: `select click from (select batch from queued_click_batches where strpos(batch::text, $1) > 0 offset 0) as named
      cross join json_array_elements(batch->'clicks') as click where click->>'id' = $1 limit 1`,
    values: [id],
  })
  return rows[0]?.click ?? null
}
