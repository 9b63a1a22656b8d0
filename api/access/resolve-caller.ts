import {
  type Caller,
  callerByKey,
  hashKey,
  invalidApiKey,
  malformedAuthorization,
  missingAuthorization,
  type UserScope,
} from '../../shared/accounts/index.js'
import { extendScope, type Scope } from '../../shared/kernel/scope.js'
import type { AuthRequest } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { resolveSession } from './resolve-session.js'

const noWorkspace = { id: null, slug: null }

/**
 * The user behind the key or the session of the request, independent of workspaces. Throws 401 for absent, malformed and unknown
 * credentials.
 */
export async function resolveCaller(scope: Scope, request: AuthRequest): Promise<Caller> {
  const bearer = bearerOf(request.headers)
  if (bearer === 'malformed') throw malformedAuthorization()
  const caller =
    bearer === 'absent' ? await resolveSession(scope, request, noWorkspace) : await callerByKey(scope, hashKey(bearer.key), noWorkspace)
  if (!caller) throw bearer === 'absent' ? missingAuthorization() : invalidApiKey()
  return caller
}

/** The scope of the caller, with the origin of the request for audit entries. */
export const userScope = (scope: Scope, { headers, address }: AuthRequest, { by, user, session }: Caller): UserScope =>
  extendScope(scope, {
    by,
    user,
    session: session?.hashedId ?? null,
    isImpersonated: session?.isImpersonated ?? false,
    address,
    userAgent: headers['user-agent'] ?? null,
  })
