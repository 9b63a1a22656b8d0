import { randomText } from '../../kernel/ids.js'
import { sessionIdle } from '../limits.js'
import { hashKey } from '../tokens/keys.js'
import type { VisitorScope } from '../workspace-scope.js'
import { insertSession } from './session.queries.js'

export interface OpenedSession {
  /** Goes into the cookie; the database has its hash. */
  secret: string
  userId: string
}

const secretLength = 43
export const newSessionSecret = () => randomText(secretLength)

/** A session of its own for every log-in: nothing that was known before it opens anything after it. */
export async function openSession(
  { em, now, address, userAgent }: Pick<VisitorScope, 'em' | 'now' | 'address' | 'userAgent'>,
  userId: string,
): Promise<OpenedSession> {
  const secret = newSessionSecret()
  await insertSession(em, {
    hashedId: hashKey(secret),
    userId,
    userAgent: userAgent?.slice(0, 500) ?? null,
    address,
    now: now(),
    expiresAt: new Date(now().getTime() + sessionIdle),
  })
  return { secret, userId }
}
