/** A partner of another system. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { Enrolment, type EnrolmentStatus } from '../enrolment.entity.js'
import { programWithoutDestination } from '../errors.js'
import { requireGroup } from '../groups/require-group.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { addEnrolment } from './add-enrolment.js'
import { countPartners, requirePartnersLeft } from './count-partner.js'
import { findByTenantOrEmail, withActivity } from './enrolment.queries.js'
import { findOrCreatePartner, type PartnerProfile } from './find-or-create-partner.js'
import { removeEnrolments } from './remove-enrolment.js'

export interface ImportedPartner extends PartnerProfile {
  tenantId?: string | undefined
  /** The group to join; the default one if absent. */
  groupId?: string | undefined
}

export interface EnrolledByEmail {
  partnerId: string
  status: EnrolmentStatus
}

/** The partner of the program with the email address, whatever its status; null if there is none. */
export async function enrolledPartner(
  scope: WorkspaceScope,
  { email, tenantId }: { email: string; tenantId?: string | undefined },
): Promise<EnrolledByEmail | null> {
  const { id } = await requireDefaultProgram(scope)
  const enrolled = await findByTenantOrEmail(scope, id, { tenantId, email: email.toLowerCase() })
  return enrolled.find(({ hasEmail }) => hasEmail) ?? null
}

/** The domain of the program's links. */
export async function requireProgramDomain(scope: WorkspaceScope): Promise<string> {
  const { domain, url } = await requireDefaultProgram(scope)
  if (!domain || !url) throw programWithoutDestination()
  return domain
}

/** Enrols a partner as approved, without links. A partner who is enrolled already stays as it is, whatever its status. */
export async function importPartner(scope: WorkspaceScope, input: ImportedPartner): Promise<{ partnerId: string; isNew: boolean }> {
  const program = await requireDefaultProgram(scope)
  const email = input.email.toLowerCase()
  const existing = await enrolledPartner(scope, input)
  if (existing !== null) return { partnerId: existing.partnerId, isNew: false }
  requirePartnersLeft(scope)
  const group = await requireGroup(scope, program, input.groupId ?? program.defaultGroupId)
  const partnerId = await findOrCreatePartner(scope, { ...input, email })
  const enrolment = { partnerId, tenantId: input.tenantId ?? null, groupId: group.id, status: 'approved' as const }
  const isNew = (await addEnrolment(scope, program, enrolment)) !== null
  if (isNew) countPartners(scope, 1)
  return { partnerId, isNew }
}

/**
 * Removes imported partners from the program. Returns those who are not in it any more: partners who have done anything there since, or are
 * no longer approved, stay.
 */
export async function undoPartnerImports(scope: WorkspaceScope, partnerIds: readonly string[]): Promise<Set<string>> {
  const program = await requireDefaultProgram(scope)
  const enrolments = await scope.em.find(Enrolment, { programId: program.id, partnerId: { $in: [...partnerIds] } })
  const active = await withActivity(
    scope,
    enrolments.map(({ id }) => id),
  )
  const stays = ({ id, status }: Enrolment) => status !== 'approved' || active.has(id)
  const unused = enrolments.filter((one) => !stays(one))
  await removeEnrolments(scope, program, unused)
  const staying = new Set(enrolments.filter(stays).map(({ partnerId }) => partnerId))
  return new Set(partnerIds.filter((id) => !staying.has(id)))
}
