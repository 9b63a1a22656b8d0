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
  const enrolment = await findEnrolment({ em }, program, { partnerId, tenantId })
  if (!enrolment) throw partnerId ? partnerNotEnrolled(partnerId, program.id) : tenantNotFound(tenantId ?? '')
  return enrolment
}

/** Like `requireEnrolment`, but null for an unknown partner and without an identifier. */
export async function findEnrolment(
  { em }: Pick<InWorkspace, 'em'>,
  { id: programId }: Pick<Program, 'id'>,
  { partnerId, tenantId }: PartnerIdentifier,
): Promise<Enrolment | null> {
  if (!partnerId && !tenantId) return null
  return em.findOne(Enrolment, { programId, ...(partnerId ? { partnerId } : { tenantId: tenantId ?? null }) })
}
