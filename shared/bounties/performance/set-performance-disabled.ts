import type { WorkspaceScope } from '../../accounts/index.js'
import { openBountyJob } from '../jobs.js'
import { requireBounty } from '../require-bounty.js'

/** Switches the counting of a performance bounty off or on. What partners achieved meanwhile is counted then. */
export async function setPerformanceDisabled(scope: WorkspaceScope, bountyId: string, disabled: boolean): Promise<void> {
  const bounty = await requireBounty(scope, bountyId)
  bounty.performanceDisabledAt = disabled ? (bounty.performanceDisabledAt ?? scope.now()) : null
  if (!disabled) {
    Object.assign(bounty, { openedAt: null, notifiesPartners: false })
    scope.enqueue(openBountyJob, { bountyId })
  }
  await scope.em.flush()
}
