import type pg from 'pg'

/** Sets the last use to `now`, unless it is later than `settled` already. */
export async function setLastUsed(pool: pg.Pool, id: string, now: Date, settled: Date): Promise<void> {
  await pool.query('update tokens set last_used = $2 where id = $1 and (last_used is null or last_used <= $3)', [id, now, settled])
}
