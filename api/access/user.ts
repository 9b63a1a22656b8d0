/** Auth guards of endpoints about a user, independent of workspaces. */
import {
  personalKeyRequired,
  sessionRates,
  sessionRequired,
  tokenExpired,
  userKeyRate,
  type UserScope,
} from '../../shared/accounts/index.js'
import { openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { enforceRateLimit } from './enforce-rate-limit.js'
import { recordTokenUse } from './record-token-use.js'
import { resolveCaller, userScope } from './resolve-caller.js'

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
  const caller = await resolveCaller(scope, request)
  if (caller.token?.expires && caller.token.expires < scope.now()) throw tokenExpired()
  if (request.rate !== 'none')
    await enforceRateLimit(request, 'user', caller.rateKey, caller.by === 'session' ? sessionRates.api : userKeyRate)
  if (caller.token?.isRestricted) throw personalKeyRequired()
  if (needsSession && caller.by !== 'session') throw sessionRequired()
  recordTokenUse(scope, caller)
  return userScope(scope, request, caller)
}
