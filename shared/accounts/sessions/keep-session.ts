import type pg from 'pg'
import { sessionFormerLife, sessionIdle, sessionLongest, sessionRotatedEvery, sessionSeenEvery } from '../limits.js'
import { hashKey } from '../tokens/keys.js'
import { newSessionSecret } from './open-session.js'
import { extendSession, rotateSession } from './session.queries.js'

export interface KnownSession {
  hashedId: string
  createdAt: Date
  rotatedAt: Date
  seenAt: Date
  /** Whether the caller still uses the secret that was just replaced. */
  isFormer: boolean
}

/**
 * Moves the end of a session that is used, at most once an hour, and replaces its secret once a day. Answers the secret that the caller is
 * to keep from now on, or null when nothing changed.
 */
export async function keepSession(pool: pg.Pool, session: KnownSession, secret: string, now: Date): Promise<string | null> {
  const time = now.getTime()
  if (session.isFormer || time - session.seenAt.getTime() < sessionSeenEvery) return null
  const expiresAt = new Date(Math.min(time + sessionIdle, session.createdAt.getTime() + sessionLongest))
  if (time - session.rotatedAt.getTime() < sessionRotatedEvery) {
    await extendSession(pool, session.hashedId, now, expiresAt)
    return secret
  }
  const fresh = newSessionSecret()
  const rotated = await rotateSession(pool, {
    from: session.hashedId,
    to: hashKey(fresh),
    now,
    expiresAt,
    formerUntil: new Date(time + sessionFormerLife),
  })
  return rotated ? fresh : null
}
