import {
  type Caller,
  callerBySession,
  hashKey,
  impersonationRefused,
  renewSession,
  type WorkspaceReference,
} from '../../shared/accounts/index.js'
import type { Scope } from '../../shared/kernel/scope.js'
import type { AuthRequest } from '../endpoint.js'
import { requireSameOrigin } from './same-origin.js'
import { sessionCookie, sessionSecret } from './session-cookie.js'

/**
 * The logged-in user of the request and their membership in the workspace; null without a valid session. Refuses cross-site changes, and
 * operators in the place of the user where the endpoint does, and renews the session cookie.
 */
export async function resolveSession(scope: Scope, request: AuthRequest, workspace: WorkspaceReference): Promise<Caller | null> {
  const secret = sessionSecret(request.headers, scope.config)
  const caller = await findSessionCaller(scope, request, workspace)
  if (!secret || !caller?.session) return null
  requireSameOrigin(request, 'proven')
  if (request.refusesImpersonation && caller.session.isImpersonated) throw impersonationRefused()
  const renewed = await renewSession(scope.pool, caller.session, secret, scope.now())
  if (renewed) request.setHeader('Set-Cookie', sessionCookie(scope.config, renewed))
  return caller
}

/** The same without renewal, for a request that was answered already. */
export async function findSessionCaller(
  scope: Scope,
  { headers }: Pick<AuthRequest, 'headers'>,
  workspace: WorkspaceReference,
): Promise<Caller | null> {
  const secret = sessionSecret(headers, scope.config)
  return secret ? callerBySession(scope, hashKey(secret), workspace) : null
}
