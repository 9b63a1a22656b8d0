import type pg from 'pg'
import { formerSessionTtlMs, sessionIdleTtlMs, sessionMaxAgeMs, sessionRotationIntervalMs, sessionSeenIntervalMs } from '../limits.js'
import { hashKey } from '../tokens/keys.js'
import { newSessionSecret } from './open-session.js'
import { extendSession, rotateSession } from './session.queries.js'

export interface CallerSession {
  hashedId: string
  createdAt: Date
  rotatedAt: Date
  seenAt: Date
  /** Whether an operator opened it as the user. */
  isImpersonated: boolean
  /** Whether the caller used the former secret, replaced moments ago. */
  isFormer: boolean
}

/**
 * Extends a session in use, at most once per hour, and replaces its secret once per day; not the session of an operator. Returns the secret
 * for the session cookie, or null if nothing changed.
 */
export async function renewSession(pool: pg.Pool, session: CallerSession, secret: string, now: Date): Promise<string | null> {
  const time = now.getTime()
  if (session.isFormer || session.isImpersonated || time - session.seenAt.getTime() < sessionSeenIntervalMs) return null
  const expiresAt = new Date(Math.min(time + sessionIdleTtlMs, session.createdAt.getTime() + sessionMaxAgeMs))
  if (time - session.rotatedAt.getTime() < sessionRotationIntervalMs) {
    await extendSession(pool, session.hashedId, now, expiresAt)
    return secret
  }
  const newSecret = newSessionSecret()
  const rotated = await rotateSession(pool, {
    from: session.hashedId,
    to: hashKey(newSecret),
    now,
    expiresAt,
    formerUntil: new Date(time + formerSessionTtlMs),
  })
  return rotated ? newSecret : null
}
