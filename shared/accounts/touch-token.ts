import type pg from 'pg'
import { lastUsedEvery } from './limits.js'

/** Notes that a key was used, unless that was noted within the last minute, here or by another process. */
export async function touchToken(pool: pg.Pool, token: { id: string; lastUsed: Date | null }, now: Date): Promise<void> {
  const settled = new Date(now.getTime() - lastUsedEvery)
  if (token.lastUsed && token.lastUsed > settled) return
  await pool.query('update tokens set last_used = $2 where id = $1 and (last_used is null or last_used <= $3)', [token.id, now, settled])
}
