/** Auth guards of public tools: no credential is needed, requests are limited per client. */
import { callerBySession, type GuestScope, hashKey, sessionRates } from '../../shared/accounts/index.js'
import { clientSubnet } from '../../shared/kernel/client-subnet.js'
import { extendScope, openScope, type Scope } from '../../shared/kernel/scope.js'
import { seconds } from '../../shared/kernel/time.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { enforceRateLimit } from './enforce-rate-limit.js'
import { sessionSecret } from './session-cookie.js'

/**
 * Allows `requests` per ten seconds, path and client subnet. A logged-in user has the rate of a session. Some of these endpoints check a
 * password, so the limit also holds while the shared counter is down.
 */
const guestGuard = (requests: number): AuthGuard<GuestScope> => ({
  kind: 'guest',
  permissions: [],
  secured: false,
  authenticate: (request) => authenticate(request, requests),
})

export const guest = guestGuard(10)
/** For pages that send many requests to be displayed once. */
export const guestPage = guestGuard(60)

async function authenticate(request: AuthRequest, requests: number): Promise<GuestScope> {
  const scope = openScope(request)
  const caller = await callerOfSession(scope, request)
  if (caller) await enforceRateLimit(request, 'user', caller.rateKey, sessionRates.api)
  else
    await enforceRateLimit(request, 'guest', `${request.path} ${clientSubnet(request.address)}`, {
      requests,
      windowMs: seconds(10),
      guardsSecret: true,
    })
  return extendScope(scope, { address: request.address })
}

/** Does not renew the session: these responses may be cached publicly and must not carry a cookie. */
async function callerOfSession(scope: Scope, request: AuthRequest) {
  const secret = sessionSecret(request.headers, scope.config)
  return secret ? callerBySession(scope, hashKey(secret), { id: null, slug: null }) : null
}
