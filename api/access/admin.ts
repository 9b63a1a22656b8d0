import { type AdminScope, extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { requireInstallationKey } from './installation-key.js'

/** Authenticates the operator by `ADMIN_API_KEY`. */
export const admin: AuthGuard<AdminScope> = { kind: 'admin', permissions: [], secured: true, authenticate }

async function authenticate(request: AuthRequest): Promise<AdminScope> {
  requireInstallationKey(request, request.resources.config.adminApiKey)
  return extendScope(openScope(request), { by: 'admin' as const, queues: request.resources.queues })
}
