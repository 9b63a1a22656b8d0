import type { PageScope } from '../../shared/accounts/index.js'
import { extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper } from '../endpoint.js'

/** Lets everybody in, and keeps what their browser says of itself and of the page it shows. */
export const page: Doorkeeper<PageScope> = {
  kind: 'open',
  permissions: [],
  secured: false,
  open: async (knock) => extendScope(openScope(knock), { address: knock.address, headers: knock.headers }),
}
