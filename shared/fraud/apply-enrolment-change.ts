import type { JobScope } from '../kernel/scope.js'
import type { EnrolmentChange } from '../partners/index.js'
import { deleteAlertsOfPartner } from './alerts/fraud-alert.queries.js'
import { suspectDuplicates } from './detection/detect-duplicate-partners.js'
import { findMonitoredEnrolment } from './enrolments.queries.js'
import { closeGroups, deleteGroupsOfPartner, pendingGroupsOfPartner, withdrawBan } from './groups/fraud-group.queries.js'
import { mergedInto } from './groups/move-groups.queries.js'
import { moveSuspicionsOfMergedPartner } from './groups/move-merged-partner.js'
import { releaseHeldCommissionsJob } from './jobs.js'

/**
 * Adapts the groups of a partner to the present status of its enrolment, so that the order of events does not matter. A ban or rejection
 * settles what was pending, without a release. An unban, or an approval after a rejection, withdraws the warnings of other programs. New
 * partners are compared with others.
 */
export async function applyEnrolmentChangeToGroups(scope: JobScope, { programId, partnerId }: EnrolmentChange): Promise<void> {
  const partner = { programId, partnerId }
  const enrolment = await findMonitoredEnrolment(scope, partner)
  const targetPartnerId = enrolment ? null : await mergedInto(scope, partnerId)
  if (targetPartnerId) return moveSuspicionsOfMergedPartner(scope, { programId, sourcePartnerId: partnerId, targetPartnerId })
  if (!enrolment) {
    await deleteAlertsOfPartner(scope, partner)
    return deleteGroupsOfPartner(scope, partner)
  }
  const { status } = enrolment
  const isRefused = status === 'banned' || status === 'rejected'
  if (isRefused) {
    const groups = await pendingGroupsOfPartner(scope, partner)
    const reason = status === 'banned' ? 'The partner was banned.' : 'The application was rejected.'
    await closeGroups(
      scope,
      groups.map(({ id }) => id),
      { status: 'resolved', reason, userId: null },
    )
  }
  if (!isRefused) {
    await deleteAlertsOfPartner(scope, partner)
    for (const warned of await withdrawBan(scope, partner)) scope.enqueue(releaseHeldCommissionsJob, warned)
  }
  if (enrolment.isMonitored) await suspectDuplicates(scope, partnerId, programId)
}
