/** SQL of the table in which click batches wait for a worker. */
import type pg from 'pg'
import { sendPrepared } from '../kernel/send-prepared.js'

type Client = Pick<pg.PoolClient, 'query'>

export interface WaitingBatch {
  id: string
  batch: unknown
}

/** The one statement that an answered redirect waits for: prepared, one round trip, committed by itself. */
export const keepBatch = (client: Client, { id, batch }: { id: string; batch: string }) =>
  sendPrepared(client, {
    name: 'keep-batch',
    text: 'insert into waiting_click_batches (id, batch) values ($1, $2) on conflict do nothing',
    values: [id, batch],
  })

/**
 * Takes the longest waiting behind the id `after` away, in the order of their ids and so of time; those that another transaction has are
 * left to it.
 */
export async function takeBatches(client: Client, most: number, after = ''): Promise<WaitingBatch[]> {
  const { rows } = await client.query<WaitingBatch>({
    name: 'take-batches',
    text: `delete from waiting_click_batches where id = any(array(select id from waiting_click_batches where id > $2 order by id limit $1 for update skip locked)) returning id, batch`,
    values: [most, after],
  })
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function countWaitingBatches(pool: Client): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('select count(*) from waiting_click_batches')
  return rows[0]?.count ?? 0
}
