/** Partners of another system, with the links that they have there. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { partnerNotEnrolled, programWithoutDestination } from '../errors.js'
import { GroupDefaultLink } from '../groups/group-default-link.entity.js'
import { PartnerGroup } from '../groups/partner-group.entity.js'
import { requireGroup } from '../groups/require-group.js'
import { bindDefaultLink, linksOfPartners, utmTemplateOfGroup } from '../links/partner-link.queries.js'
import { storePartnerLink } from '../links/store-partner-link.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { addEnrolment } from './add-enrolment.js'
import { countPartners, requirePartnersLeft } from './count-partner.js'
import { findByTenantOrEmail, hasActivity } from './enrolment.queries.js'
import { findOrCreatePartner, type PartnerProfile } from './find-or-create-partner.js'
import { removeEnrolment } from './remove-enrolment.js'
import { findEnrolment } from './require-enrolment.js'

export interface ImportedPartner extends PartnerProfile {
  tenantId?: string | undefined
  /** The group to join; the default one if absent. */
  groupId?: string | undefined
}

/** The partner of the program with the email address, whatever its status; null if there is none. */
export async function enrolledPartner(
  scope: WorkspaceScope,
  { email, tenantId }: { email: string; tenantId?: string | undefined },
): Promise<string | null> {
  const { id } = await requireDefaultProgram(scope)
  const enrolled = await findByTenantOrEmail(scope, id, { tenantId, email: email.toLowerCase() })
  return enrolled.find(({ hasEmail }) => hasEmail)?.partnerId ?? null
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
  if (existing !== null) return { partnerId: existing, isNew: false }
  requirePartnersLeft(scope)
  const group = await requireGroup(scope, program, input.groupId ?? program.defaultGroupId)
  const partnerId = await findOrCreatePartner(scope, { ...input, email })
  const enrolment = { partnerId, tenantId: input.tenantId ?? null, groupId: group.id, status: 'approved' as const }
  const isNew = (await addEnrolment(scope, program, enrolment)) !== null
  if (isNew) countPartners(scope, 1)
  return { partnerId, isNew }
}

/** Creates a link of the partner on the domain of the program. A link with that key which the partner has already stays as it is. */
export async function importPartnerLink(
  scope: WorkspaceScope,
  { partnerId, key, url }: { partnerId: string; key: string; url?: string | undefined },
): Promise<{ linkId: string; isNew: boolean }> {
  const program = await requireDefaultProgram(scope)
  if (!program.domain || !program.url) throw programWithoutDestination()
  const enrolment = await findEnrolment(scope, program, { partnerId })
  if (!enrolment) throw partnerNotEnrolled(partnerId, program.id)
  const links = await linksOfPartners(scope, program.id, [partnerId])
  const existing = links.find((link) => link.domain === program.domain && link.key.toLowerCase() === key.toLowerCase())
  if (existing) return { linkId: existing.id, isNew: false }
  const group = enrolment.groupId ? await scope.em.findOne(PartnerGroup, enrolment.groupId) : null
  const [copied] = group ? await scope.em.find(GroupDefaultLink, { groupId: group.id }, { orderBy: { id: 'asc' }, limit: 1 }) : []
  const isCopy = links.length === 0 && url === undefined && copied !== undefined
  const template = group ? await utmTemplateOfGroup(scope, group.utmTemplateId) : null
  const link = { url: url ?? (isCopy ? copied.url : program.url), key }
  const { id } = await storePartnerLink(scope, { program, enrolment, template }, link)
  if (isCopy) await bindDefaultLink(scope, id, copied.id)
  return { linkId: id, isNew: true }
}

/** Removes an imported partner from the program. False if the partner has done anything there since, or is no longer approved. */
export async function undoPartnerImport(scope: WorkspaceScope, partnerId: string): Promise<boolean> {
  const program = await requireDefaultProgram(scope)
  const enrolment = await findEnrolment(scope, program, { partnerId })
  if (!enrolment) return true
  if (enrolment.status !== 'approved' || (await hasActivity(scope, enrolment.id))) return false
  await removeEnrolment(scope, program, enrolment)
  countPartners(scope, -1)
  return true
}
