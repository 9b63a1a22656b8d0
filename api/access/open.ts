import { openScope, type Scope } from '../../shared/kernel/scope.js'
import type { AuthGuard } from '../endpoint.js'

/** No authentication. */
export const open: AuthGuard<Scope> = { kind: 'open', permissions: [], secured: false, authenticate: async (request) => openScope(request) }
