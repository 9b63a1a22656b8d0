import type pg from 'pg'
import { lastUsedUpdateIntervalMs } from '../limits.js'
import { setLastUsed } from './token.queries.js'

/** Updates the last use of a key, at most once per minute across all processes. */
export async function touchToken(pool: pg.Pool, token: { id: string; lastUsed: Date | null }, now: Date): Promise<void> {
  const updatedBefore = new Date(now.getTime() - lastUsedUpdateIntervalMs)
  if (!token.lastUsed || token.lastUsed <= updatedBefore) await setLastUsed(pool, token.id, now, updatedBefore)
}
