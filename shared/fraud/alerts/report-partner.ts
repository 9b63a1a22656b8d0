import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { findMonitoredEnrolment } from '../enrolments.queries.js'
import { alertPending, partnerNotBanned, partnerNotEnrolled } from '../errors.js'
import { alertsMatching, insertAlerts } from './fraud-alert.queries.js'
import type { FraudAlertResponse, GetFraudAlerts, ReportPartner } from './fraud-alert.schema.js'

/** Reports a banned partner to the operator, who decides whether other programs are warned. */
export async function reportPartner(scope: WorkspaceScope, { partnerId, reason }: ReportPartner): Promise<FraudAlertResponse> {
  const programId = requireProgramId(scope)
  const enrolment = await findMonitoredEnrolment(scope, { programId, partnerId })
  if (!enrolment) throw partnerNotEnrolled(partnerId)
  if (enrolment.status !== 'banned') throw partnerNotBanned(partnerId)
  const [id] = await insertAlerts(scope, programId, [partnerId], reason)
  if (id === undefined) throw alertPending(partnerId)
  const [alert] = await alertsMatching(scope, { id }, { pageSize: 1 })
  return alert as FraudAlertResponse
}

/** Reports applicants whom the program rejected, like banned partners. */
export async function reportRejectedApplicants(
  scope: WorkspaceScope,
  programId: string,
  { partnerIds, reason }: { partnerIds: readonly string[]; reason: string },
): Promise<void> {
  await insertAlerts(scope, programId, partnerIds, reason)
}

export async function listFraudAlerts(scope: WorkspaceScope, { status, ...range }: GetFraudAlerts): Promise<FraudAlertResponse[]> {
  return alertsMatching(scope, { programId: requireProgramId(scope), status }, range)
}
