/** Auth guards of endpoints about a user, independent of workspaces. */
import {
  callerByKey,
  hashKey,
  invalidApiKey,
  malformedAuthorization,
  missingAuthorization,
  personalKeyRequired,
  sessionRequired,
  sessionRates,
  tokenExpired,
  userKeyRate,
  type UserScope,
} from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { bearerOf } from './bearer.js'
import { enforceRateLimit } from './enforce-rate-limit.js'
import { recordTokenUse } from './record-token-use.js'
import { resolveSession } from './resolve-session.js'

const noWorkspace = { id: null, slug: null }

/** Authenticates a user by session or personal key. */
export const user: AuthGuard<UserScope> = {
  kind: 'user',
  permissions: [],
  secured: true,
  authenticate: (request) => authenticate(request, false),
}

/** Authenticates a user by session only: a leaked key must not reach these endpoints. */
export const sessionOnly: AuthGuard<UserScope> = {
  kind: 'session',
  permissions: [],
  secured: true,
  authenticate: (request) => authenticate(request, true),
}

async function authenticate(request: AuthRequest, needsSession: boolean): Promise<UserScope> {
  const scope = openScope(request)
  const bearer = bearerOf(request.headers)
  if (bearer === 'malformed') throw malformedAuthorization()
  const caller =
    bearer === 'absent' ? await resolveSession(scope, request, noWorkspace) : await callerByKey(scope, hashKey(bearer.key), noWorkspace)
  if (!caller) throw bearer === 'absent' ? missingAuthorization() : invalidApiKey()
  if (caller.token?.expires && caller.token.expires < scope.now()) throw tokenExpired()
  if (request.rate !== 'none')
    await enforceRateLimit(request, 'user', caller.rateKey, caller.by === 'session' ? sessionRates.api : userKeyRate)
  if (caller.token?.isRestricted) throw personalKeyRequired()
  if (needsSession && caller.by !== 'session') throw sessionRequired()
  recordTokenUse(scope, caller)
  return extendScope(scope, {
    by: caller.by,
    user: caller.user,
    session: caller.session?.hashedId ?? null,
    address: request.address,
    userAgent: request.headers['user-agent'] ?? null,
  })
}
