import { type AdminScope, extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper, Knock } from '../endpoint.js'
import { requireInstallationKey } from './installation-key.js'

/** Lets in whoever runs the installation. */
export const admin: Doorkeeper<AdminScope> = { kind: 'admin', permissions: [], secured: true, open }

async function open(knock: Knock): Promise<AdminScope> {
  requireInstallationKey(knock, knock.resources.config.adminApiKey)
  return extendScope(openScope(knock), { by: 'admin' as const })
}
