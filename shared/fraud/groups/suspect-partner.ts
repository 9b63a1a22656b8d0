import { planHas } from '../../accounts/index.js'
import { holdCommissions } from '../../earnings/index.js'
import type { JobScope } from '../../kernel/scope.js'
import type { MonitoredEnrolment } from '../enrolments.queries.js'
import { rulesOfProgram } from '../rules/fraud-rules.queries.js'
import type { PartnerRef } from './fraud-group.queries.js'
import { recordSuspicions, type Suspicion } from './record-suspicions.js'

/** Records suspicions of the partner itself, if its program monitors it for them. Something new holds all its unpaid commissions. */
export async function suspectPartner(
  scope: JobScope,
  partner: PartnerRef,
  enrolment: MonitoredEnrolment,
  suspicions: readonly Suspicion[],
): Promise<void> {
  if (!enrolment.isMonitored || !planHas(enrolment.plan, 'fraudEvents')) return
  const rules = await rulesOfProgram(scope, partner.programId)
  const recorded = await recordSuspicions(
    scope,
    partner,
    suspicions.filter(({ type }) => rules[type].enabled),
  )
  if (recorded.length > 0) await holdCommissions(scope, partner)
}
