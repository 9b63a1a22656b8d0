import { type Caller, callerBySession, hashKey, keepSession, type NamedWorkspace } from '../../shared/accounts/index.js'
import type { Scope } from '../../shared/kernel/scope.js'
import type { Knock } from '../endpoint.js'
import { requireSameOrigin } from './same-origin.js'
import { sessionCookie, sessionSecret } from './session-cookie.js'

/**
 * The person who is logged in where the request comes from, and how they stand to the workspace. Refuses changes that another site asks
 * for.
 */
export async function resolveSession(scope: Scope, knock: Knock, named: NamedWorkspace): Promise<Caller | null> {
  const secret = sessionSecret(knock.headers, scope.config)
  const caller = secret ? await callerBySession(scope, hashKey(secret), named) : null
  if (!secret || !caller?.session) return null
  requireSameOrigin(knock, 'proven')
  const kept = await keepSession(scope.pool, caller.session, secret, scope.now())
  if (kept) knock.setHeader('Set-Cookie', sessionCookie(scope.config, kept))
  return caller
}
