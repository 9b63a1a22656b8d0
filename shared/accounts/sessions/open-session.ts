import { randomText } from '../../kernel/ids.js'
import { impersonatedSessionTtlMs, sessionIdleTtlMs } from '../limits.js'
import { hashKey } from '../tokens/keys.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { insertSession } from './session.queries.js'

export interface OpenedSession {
  /** The value of the session cookie. The database stores its hash. */
  secret: string
  userId: string
}

const secretLength = 43
export const newSessionSecret = () => randomText(secretLength)

/** Creates a session with a new secret, which prevents session fixation. */
export async function openSession(
  { em, now, address, userAgent }: Pick<UnauthenticatedScope, 'em' | 'now' | 'address' | 'userAgent'>,
  userId: string,
  { isImpersonated = false } = {},
): Promise<OpenedSession> {
  const secret = newSessionSecret()
  await insertSession(em, {
    hashedId: hashKey(secret),
    userId,
    userAgent: userAgent?.slice(0, 500) ?? null,
    address,
    isImpersonated,
    now: now(),
    expiresAt: new Date(now().getTime() + (isImpersonated ? impersonatedSessionTtlMs : sessionIdleTtlMs)),
  })
  return { secret, userId }
}
