import type { InWorkspace } from '../../accounts/index.js'
import { Enrolment } from '../enrolment.entity.js'
import { partnerIdentifierMissing, partnerNotEnrolled, tenantNotFound } from '../errors.js'
import type { PartnerIdentifier } from '../links/partner-link.schema.js'
import type { Program } from '../programs/program.entity.js'

/** The enrolment of a partner in the program. `partnerId` takes precedence over `tenantId`. */
export async function requireEnrolment(
  { em }: Pick<InWorkspace, 'em'>,
  program: Pick<Program, 'id'>,
  { partnerId, tenantId }: PartnerIdentifier,
): Promise<Enrolment> {
  if (!partnerId && !tenantId) throw partnerIdentifierMissing()
  const enrolment = await em.findOne(Enrolment, { programId: program.id, ...(partnerId ? { partnerId } : { tenantId: tenantId ?? null }) })
  if (!enrolment) throw partnerId ? partnerNotEnrolled(partnerId, program.id) : tenantNotFound(tenantId ?? '')
  return enrolment
}
