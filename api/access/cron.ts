import { type CronScope, extendScope, openScope } from '../../shared/kernel/scope.js'
import type { AuthGuard, AuthRequest } from '../endpoint.js'
import { requireInstallationKey } from './installation-key.js'

/** Authenticates an external scheduler by `CRON_SECRET`. */
export const cron: AuthGuard<CronScope> = { kind: 'cron', permissions: [], secured: true, authenticate }

async function authenticate(request: AuthRequest): Promise<CronScope> {
  requireInstallationKey(request, request.resources.config.cronSecret)
  return extendScope(openScope(request), { by: 'cron' as const, queues: request.resources.queues })
}
