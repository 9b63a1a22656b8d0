import type { WorkspaceScope } from '../../accounts/index.js'
import { Partner } from '../partner.entity.js'
import type { EnrolledPartner, PartnerDetails } from '../partner.schema.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { discountOfEnrolment, lastEventsOfPartner, platformsOfPartner } from './enrolment-list.queries.js'
import { instantOf, presentPartners } from './present-partner.js'
import { requireEnrolment } from './require-enrolment.js'

export async function getPartner(scope: WorkspaceScope, partnerId: string): Promise<PartnerDetails> {
  const program = await requireDefaultProgram(scope)
  const enrolment = await requireEnrolment(scope, program, { partnerId })
  const [partner] = (await presentPartners(scope, program.id, [enrolment.id])) as [EnrolledPartner]
  const profile = await scope.em.findOneOrFail(Partner, partnerId)
  const last = await lastEventsOfPartner(scope, program.id, partnerId)
  return {
    ...partner,
    discount: await discountOfEnrolment(scope, enrolment.id),
    lastLeadAt: instantOf(last.lead),
    lastConversionAt: instantOf(last.conversion),
    customerDataSharingEnabledAt: instantOf(enrolment.customerDataSharingEnabledAt),
    groupMoveDisabledAt: instantOf(enrolment.groupMoveDisabledAt),
    riskMonitoringDisabledAt: instantOf(enrolment.riskMonitoringDisabledAt),
    platforms: await platformsOfPartner(scope, partnerId),
    monthlyTraffic: profile.monthlyTraffic ?? null,
    industryInterests: profile.industryInterests ?? null,
    preferredEarningStructures: profile.preferredEarningStructures ?? null,
    salesChannels: profile.salesChannels ?? null,
  }
}
