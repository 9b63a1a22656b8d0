import type { UnauthenticatedScope } from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard } from '../endpoint.js'
import { requireSameOrigin } from './same-origin.js'

/** For log-in and one-time links: no credential yet. Refuses cross-site requests, which could log a user in without their knowledge. */
export const unauthenticated: AuthGuard<UnauthenticatedScope> = {
  kind: 'unauthenticated',
  permissions: [],
  secured: false,
  async authenticate(request) {
    requireSameOrigin(request, 'not denied')
    return extendScope(openScope(request), { address: request.address, userAgent: request.headers['user-agent'] ?? null })
  },
}
