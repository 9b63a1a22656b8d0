import type { VisitorScope } from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper } from '../endpoint.js'
import { requireSameOrigin } from './same-origin.js'

/** Lets in whoever is about to prove who they are, unless another site's page sends them: nobody is to be logged in without knowing it. */
export const visitor: Doorkeeper<VisitorScope> = {
  kind: 'visitor',
  permissions: [],
  secured: false,
  async open(knock) {
    requireSameOrigin(knock, 'not denied')
    return extendScope(openScope(knock), { address: knock.address, userAgent: knock.headers['user-agent'] ?? null })
  },
}
