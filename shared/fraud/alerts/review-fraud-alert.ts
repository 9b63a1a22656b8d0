import type { AdminScope, JobScope } from '../../kernel/scope.js'
import { findMonitoredEnrolment, otherEnrolments } from '../enrolments.queries.js'
import { alertReviewed, fraudAlertNotFound } from '../errors.js'
import type { PartnerRef } from '../groups/fraud-group.queries.js'
import { suspectPartner } from '../groups/suspect-partner.js'
import { reportBanJob } from '../jobs.js'
import { nextAlertStatus } from './alert-states.js'
import { alertsMatching, countAlerts, lockAlert, lockPendingAlerts, storeReview } from './fraud-alert.queries.js'
import type { FraudAlertResponse, GetFraudAlerts, ReviewFraudAlert } from './fraud-alert.schema.js'

/** Alerts of all programs. */
export async function listAllFraudAlerts(
  scope: AdminScope,
  { status, programId, ...range }: GetFraudAlerts & { programId?: string | undefined },
): Promise<{ fraudAlerts: FraudAlertResponse[]; total: number }> {
  const filter = { status, programId }
  return { fraudAlerts: await alertsMatching(scope, filter, range), total: await countAlerts(scope, filter) }
}

/** Confirms all pending alerts of the partner, or dismisses this one. A confirmation warns the other programs of the partner. */
export async function reviewFraudAlert(
  scope: AdminScope,
  id: string,
  { status: review, reviewNote = '' }: ReviewFraudAlert,
): Promise<{ success: boolean }> {
  const alert = await lockAlert(scope, id)
  if (!alert) throw fraudAlertNotFound(id)
  const status = nextAlertStatus(alert.status, review)
  if (status === null) throw alertReviewed(alert.status)
  const alerts = review === 'confirmed' ? await lockPendingAlerts(scope, alert.partnerId) : [alert]
  await storeReview(
    scope,
    alerts.map((one) => one.id),
    { status, reviewNote: reviewNote || null },
  )
  if (review === 'confirmed') for (const { programId, partnerId } of alerts) scope.enqueue(reportBanJob, { programId, partnerId })
  return { success: true }
}

/** Records the ban or rejection in every other program of the partner that monitors it. Nothing if it was taken back meanwhile. */
export async function reportBan(scope: JobScope, partner: PartnerRef): Promise<void> {
  const banned = await findMonitoredEnrolment(scope, partner)
  if (banned?.status !== 'banned' && banned?.status !== 'rejected') return
  const { bannedReason } = banned
  const bannedAt = banned.bannedAt && new Date(banned.bannedAt).toISOString()
  for (const enrolment of await otherEnrolments(scope, partner))
    await suspectPartner(scope, { programId: enrolment.programId, partnerId: partner.partnerId }, enrolment, [
      {
        type: 'partnerCrossProgramBan',
        subject: partner.programId,
        sourceProgramId: partner.programId,
        metadata: { bannedAt, bannedReason },
      },
    ])
}
