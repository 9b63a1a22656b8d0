import { planHas } from '../../accounts/index.js'
import { holdCommissions, isPartnerSuspected, markChecked, uncheckedCommissions, type UncheckedCommissions } from '../../earnings/index.js'
import { forkScope, inTransaction, type JobScope } from '../../kernel/scope.js'
import { findMonitoredEnrolment } from '../enrolments.queries.js'
import type { PartnerRef } from '../groups/fraud-group.queries.js'
import { recordSuspicions, type Suspicion } from '../groups/record-suspicions.js'
import { rulesOfProgram } from '../rules/fraud-rules.queries.js'
import { type ConversionRow, conversionsOfCommissions, hasOtherCustomerWithDomain } from './conversion-facts.queries.js'
import { type ConversionFacts, detectRisks, significantDomain } from './detect-risks.js'
import { isListedDomain } from './disposable-domains.queries.js'
import { emailDomain, isDisposableDomain } from './email-address.js'

const pageSize = 100

/**
 * Checks the commissions that are still unchecked, of one program or of all, so that they can be paid out or held. An error concerns one
 * partner only, whose commissions stay unchecked.
 */
export async function checkNewCommissions(scope: JobScope, programId: string | null, stop: AbortSignal): Promise<void> {
  let last: UncheckedCommissions | null = null
  do {
    const partners: UncheckedCommissions[] = await uncheckedCommissions(scope, programId, last, pageSize)
    for (const commissions of partners) {
      if (stop.aborted) return
      const fork = forkScope(scope)
      await inTransaction(fork, () => detectCommissionRisks(fork, commissions)).catch((error: unknown) =>
        scope.log.error({ err: error, partnerId: commissions.partnerId }, 'commissions could not be checked for fraud, they stay unpaid'),
      )
    }
    last = partners.length < pageSize ? null : (partners.at(-1) ?? null)
  } while (last)
}

/**
 * Checks new commissions of a partner, and holds those that violate a rule; all of them while the partner itself is suspected. The others
 * may be paid out.
 */
export async function detectCommissionRisks(
  scope: JobScope,
  { commissionIds, ...ref }: PartnerRef & { commissionIds: string[] },
): Promise<void> {
  const partner = { programId: ref.programId, partnerId: ref.partnerId }
  await holdRiskyCommissions(scope, partner, commissionIds)
  await markChecked(scope, partner, commissionIds)
}

async function holdRiskyCommissions(scope: JobScope, partner: PartnerRef, commissionIds: readonly string[]): Promise<void> {
  const enrolment = await findMonitoredEnrolment(scope, partner)
  if (!enrolment?.isMonitored || !planHas(enrolment.plan, 'fraudEvents')) return
  const suspicions = await suspicionsOf(scope, partner, commissionIds)
  await recordSuspicions(scope, partner, suspicions)
  const suspected = new Set(suspicions.flatMap(({ commissionId }) => commissionId ?? []))
  const held = (await isPartnerSuspected(scope, partner)) ? commissionIds : [...suspected]
  if (held.length > 0) await holdCommissions(scope, partner, held)
}

async function suspicionsOf(scope: JobScope, partner: PartnerRef, commissionIds: readonly string[]): Promise<Suspicion[]> {
  const rules = await rulesOfProgram(scope, partner.programId)
  const suspicions: Suspicion[] = []
  for (const row of await conversionsOfCommissions(scope, partner, commissionIds)) {
    const { commissionId, customerId, eventId, linkId } = row
    for (const { type, metadata } of detectRisks(await factsOf(scope, partner, row), rules))
      suspicions.push({ type, subject: customerId, commissionId, customerId, eventId, linkId, metadata })
  }
  return suspicions
}

async function factsOf(scope: JobScope, partner: PartnerRef, row: ConversionRow): Promise<ConversionFacts> {
  const { partnerEmail, customerEmail, isFirst, customerId, referer, url, utmCampaign } = row
  const domain = isFirst ? significantDomain(row) : null
  const customerDomain = customerEmail === null ? null : emailDomain(customerEmail)
  return {
    partnerEmail,
    customerEmail,
    isFirst,
    isDisposable: customerDomain !== null && (isDisposableDomain(customerDomain) || (await isListedDomain(scope, customerDomain))),
    isDomainKnown: domain !== null && (await hasOtherCustomerWithDomain(scope, partner, { customerId, domain })),
    click: referer === null || url === null ? null : { referer, url, utmCampaign: utmCampaign ?? '' },
  }
}
