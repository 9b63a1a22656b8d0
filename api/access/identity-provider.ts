/** Auth guard of the webhook of the identity provider: a signature over the body. */
import { identityResultRate, type IdentityResultScope, verifyIdentityResult } from '../../shared/administration/index.js'
import { clientSubnet } from '../../shared/kernel/client-subnet.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { enforceRateLimit } from './enforce-rate-limit.js'

export const identityProvider: AuthGuard<IdentityResultScope> = { kind: 'identity provider', permissions: [], secured: false, authenticate }

async function authenticate(request: AuthRequest): Promise<IdentityResultScope> {
  const scope = openScope(request)
  // Limited before the body is read and its signature computed: a refused request must be cheap. The address is known to anyone, so
  // others must not use up the limit of the provider.
  await enforceRateLimit(request, 'identity-provider', clientSubnet(request.address), identityResultRate)
  const result = verifyIdentityResult(scope, { headers: request.headers, body: await request.readBody() })
  return extendScope(scope, { result })
}
