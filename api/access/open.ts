/** Lets everybody in, without a workspace: for what is public by its nature. */
import { openScope, type Scope } from '../../shared/kernel/scope.js'
import type { Doorkeeper } from '../endpoint.js'

export const open: Doorkeeper<Scope> = {
  kind: 'open',
  permissions: [],
  secured: false,
  open: async ({ resources, log, requestId }) => openScope({ resources, log, requestId }),
}
