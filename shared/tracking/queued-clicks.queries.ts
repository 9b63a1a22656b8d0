/** SQL of the table of queued click batches. */
import type pg from 'pg'
import { executePrepared } from '../kernel/db/prepared-query.js'

type Client = Pick<pg.PoolClient, 'query'>

export interface QueuedBatchText {
  id: string
  /** As `encodeClickBatch` returns it, or with objects, as versions before 2026-12 queue it. */
  text: string
}

/** The only statement that a redirect waits for: prepared, one round trip, in its own transaction. */
export const insertQueuedBatch = (client: Client, { id, text }: QueuedBatchText) =>
  executePrepared(client, {
    name: 'insert-queued-batch',
    text: 'insert into queued_click_batches (id, batch) values ($1, $2) on conflict do nothing',
    values: [id, text],
  })

/**
 * Deletes and returns the oldest batches with an id greater than `after`, in the order of their ids and so of time. Skips batches that
 * another transaction has locked.
 */
export async function takeQueuedBatches(client: Client, limit: number, after = ''): Promise<QueuedBatchText[]> {
  const { rows } = await client.query<QueuedBatchText>({
    name: 'take-queued-batches',
    text: `delete from queued_click_batches where id = any(array(select id from queued_click_batches where id > $2 order by id
      limit $1 for update skip locked)) returning id, batch as text`,
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

/** The text of a batch with the click, as this version or a former one queued it. */
export async function findQueuedBatch(pool: Client, clickId: string): Promise<string | null> {
  const { rows } = await pool.query<{ text: string }>({
    name: 'find-queued-batch',
    text: 'select batch as text from queued_click_batches where strpos(batch, $1) > 0 or strpos(batch, $2) > 0 limit 1',
    values: [`["${clickId}",`, `"id":"${clickId}"`],
  })
  return rows[0]?.text ?? null
}
