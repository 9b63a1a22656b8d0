import type { WorkspaceScope } from '../../accounts/index.js'
import { openAgain } from '../bounty-settings.js'
import { lockBounty } from '../require-bounty.js'

/** Switches the counting of a performance bounty off or on. What partners achieved meanwhile is counted then. */
export async function setPerformanceDisabled(scope: WorkspaceScope, bountyId: string, disabled: boolean): Promise<void> {
  const bounty = await lockBounty(scope, bountyId)
  bounty.performanceDisabledAt = disabled ? (bounty.performanceDisabledAt ?? scope.now()) : null
  if (!disabled) openAgain(scope, bounty)
  await scope.em.flush()
}
