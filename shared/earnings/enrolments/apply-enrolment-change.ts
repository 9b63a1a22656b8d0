import { Workspace } from '../../accounts/index.js'
import { extendScope, type JobScope } from '../../kernel/scope.js'
import type { EnrolmentChange } from '../../partners/index.js'
import { lockEarnings } from '../commissions/commission.queries.js'
import { cancelOfBanned, restoreOfUnbanned } from '../commissions/status-changes.queries.js'
import { disableCodesOfPartner } from '../discounts/disable-codes-of-partner.js'
import { findEnrolmentStatus } from '../enrolments.queries.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'

/**
 * Adapts the earnings of a partner to the present status of its enrolment, so that the order of events does not matter. A ban cancels what
 * is not being paid, and an unban restores it. Banned and deactivated partners lose their discount codes for good, because customers may
 * have been told that they are invalid. All other changes leave commissions and payouts as they are.
 */
export async function applyEnrolmentChange(scope: JobScope, { workspaceId, programId, partnerId }: EnrolmentChange): Promise<void> {
  const partner = { programId, partnerId }
  await lockEarnings(scope, [partner])
  const status = await findEnrolmentStatus(scope, partner)
  if (status === null) return
  if (status === 'banned') await cancelOfBanned(scope, partner)
  else await refreshPayouts(scope, await restoreOfUnbanned(scope, partner), scope.now())
  if (status !== 'banned' && status !== 'deactivated') return
  const workspace = await scope.em.findOne(Workspace, { id: workspaceId })
  if (workspace) await disableCodesOfPartner(extendScope(scope, { workspace }), partner, { isDetached: status === 'banned' })
}
