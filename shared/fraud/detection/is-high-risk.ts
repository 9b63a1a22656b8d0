import { planHas } from '../../accounts/index.js'
import { isPartnerSuspected } from '../../earnings/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { findMonitoredEnrolment } from '../enrolments.queries.js'
import type { PartnerRef } from '../groups/fraud-group.queries.js'
import { suspectDuplicates } from './detect-duplicate-partners.js'

/**
 * Whether the program suspects the partner itself: of a second account, or because another program banned it. Compares the partner with the
 * others first. False where the plan has no fraud detection, or the partner is not monitored.
 */
export async function isHighRisk(scope: JobScope, { programId, partnerId }: PartnerRef): Promise<boolean> {
  const partner = { programId, partnerId }
  const enrolment = await findMonitoredEnrolment(scope, partner)
  if (!enrolment?.isMonitored || !planHas(enrolment.plan, 'fraudEvents')) return false
  await suspectDuplicates(scope, partnerId, programId)
  return isPartnerSuspected(scope, partner)
}
