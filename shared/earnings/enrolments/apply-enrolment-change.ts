import { Workspace } from '../../accounts/index.js'
import { extendScope, type JobScope } from '../../kernel/scope.js'
import type { EnrolmentChange } from '../../partners/index.js'
import { lockEarnings } from '../commissions/commission.queries.js'
import { holdOfSuspected } from '../commissions/hold-commissions.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import { cancelOfBanned, restoreOfUnbanned } from '../commissions/status-changes.queries.js'
import { deleteCodesOfPartner, disableCodesOfPartner } from '../discounts/disable-codes-of-partner.js'
import { findEnrolmentStatus } from '../enrolments.queries.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'

/**
 * Adapts the earnings of a partner to the present status of its enrolment, so that the order of events does not matter. A ban cancels what
 * is not being paid, and an unban restores it. Banned and deactivated partners lose their discount codes for good, because customers may
 * have been told that they are invalid. The codes of a deleted enrolment are deleted. All other changes leave commissions and payouts as
 * they are.
 */
export async function applyEnrolmentChange(
  scope: JobScope,
  { workspaceId, programId, partnerId }: Pick<EnrolmentChange, 'workspaceId' | 'programId' | 'partnerId'>,
): Promise<void> {
  const partner = { programId, partnerId }
  await lockEarnings(scope, [partner])
  const status = await findEnrolmentStatus(scope, partner)
  if (status === 'banned') await cancelOfBanned(scope, partner)
  else if (status !== null) await restoreEarnings(scope, partner)
  const workspace = await scope.em.findOne(Workspace, { id: workspaceId })
  if (!workspace) return
  const inWorkspace = extendScope(scope, { workspace })
  if (status === null) await deleteCodesOfPartner(inWorkspace, partner)
  if (status === 'banned' || status === 'deactivated')
    await disableCodesOfPartner(inWorkspace, partner, { isDetached: status === 'banned' })
}

async function restoreEarnings(scope: JobScope, partner: PartnerRef): Promise<void> {
  await refreshPayouts(scope, await restoreOfUnbanned(scope, partner), scope.now())
  // The suspicion may be older than the restored commissions.
  await holdOfSuspected(scope, partner)
}
