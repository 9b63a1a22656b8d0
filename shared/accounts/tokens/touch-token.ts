import type pg from 'pg'
import { lastUsedEvery } from '../limits.js'
import { setLastUsed } from './token.queries.js'

/** Notes that a key was used, unless that was noted within the last minute, here or by another process. */
export async function touchToken(pool: pg.Pool, token: { id: string; lastUsed: Date | null }, now: Date): Promise<void> {
  const settled = new Date(now.getTime() - lastUsedEvery)
  if (!token.lastUsed || token.lastUsed <= settled) await setLastUsed(pool, token.id, now, settled)
}
