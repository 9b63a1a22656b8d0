import { type CronScope, extendScope, openScope } from '../../shared/kernel/scope.js'
import type { Doorkeeper, Knock } from '../endpoint.js'
import { requireInstallationKey } from './installation-key.js'

/** Lets in an outside clock that starts scheduled work. */
export const cron: Doorkeeper<CronScope> = { kind: 'cron', permissions: [], secured: true, open }

async function open(knock: Knock): Promise<CronScope> {
  requireInstallationKey(knock, knock.resources.config.cronSecret)
  return extendScope(openScope(knock), { by: 'cron' as const })
}
