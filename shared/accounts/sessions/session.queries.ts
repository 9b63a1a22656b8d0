import type { EntityManager } from '@mikro-orm/postgresql'
import type pg from 'pg'

export interface NewSession {
  hashedId: string
  userId: string
  userAgent: string | null
  address: string
  isImpersonated: boolean
  now: Date
  expiresAt: Date
}

export async function insertSession(
  em: EntityManager,
  { hashedId, userId, userAgent, address, isImpersonated, now, expiresAt }: NewSession,
): Promise<void> {
  await em.execute(
    `insert into sessions (hashed_id, user_id, user_agent, address, is_impersonated, created_at, rotated_at, seen_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [hashedId, userId, userAgent, address, isImpersonated, now, now, now, expiresAt],
  )
}

export async function extendSession(pool: pg.Pool, hashedId: string, now: Date, expiresAt: Date): Promise<void> {
  await pool.query('update sessions set seen_at = $2, expires_at = $3 where hashed_id = $1', [hashedId, now, expiresAt])
}

export interface Rotation {
  from: string
  to: string
  now: Date
  expiresAt: Date
  formerUntil: Date
}

/** Replaces the session id. False if a concurrent request has already replaced it. */
export async function rotateSession(pool: pg.Pool, { from, to, now, expiresAt, formerUntil }: Rotation): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update sessions set hashed_id = $2, former_hashed_id = $1, former_until = $5, rotated_at = $3, seen_at = $3, expires_at = $4
     where hashed_id = $1`,
    [from, to, now, expiresAt, formerUntil],
  )
  return rowCount === 1
}

/** Deletes the session with this id, also if the id was replaced while the request was authenticated. */
export async function deleteSession(em: EntityManager, hashedId: string): Promise<void> {
  await em.execute('delete from sessions where hashed_id = ? or former_hashed_id = ?', [hashedId, hashedId])
}

/** Deletes all sessions of a user, optionally except one, whose id may have been replaced while the request was authenticated. */
export async function deleteSessionsOfUser(em: EntityManager, userId: string, except: string | null = null): Promise<void> {
  await em.execute(
    `delete from sessions where user_id = ? and coalesce(?::text not in (hashed_id, coalesce(former_hashed_id, '')), true)`,
    [userId, except],
  )
}

export async function deleteSessionsExpiredBefore(em: EntityManager, now: Date): Promise<void> {
  await em.execute('delete from sessions where expires_at < ?', [now])
}
