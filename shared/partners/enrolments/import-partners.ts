/** Many partners of another system and their links, with few statements. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { ServiceError } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import { type CreatedLink, createLinks } from '../../links/index.js'
import { Enrolment } from '../enrolment.entity.js'
import { partnerNotEnrolled, programWithoutDestination } from '../errors.js'
import { enrolmentChanged } from '../events.js'
import { bindDefaultLinks, defaultLinksOfGroups, linksOfPartners, utmTemplatesOfGroups } from '../links/partner-link.queries.js'
import { linkInput } from '../links/store-partner-link.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { slugify, withRandomSuffix } from '../slugs.js'
import { countPartners } from './count-partner.js'
import type { EnrolledByEmail, ImportedPartner } from './import-partner.js'
import { enrolledPartnersByEmail, insertEnrolments, lockGroupsOfEnrolments } from './imported-partners.queries.js'
import { insertPartners, partnerIdsByEmail } from './partner.queries.js'

/** The partners of the program with these email addresses, whatever their status. */
export async function enrolledPartners(scope: WorkspaceScope, emails: readonly string[]): Promise<Map<string, EnrolledByEmail>> {
  const { id } = await requireDefaultProgram(scope)
  return enrolledPartnersByEmail(scope, id, emails)
}

/**
 * Enrols partners as approved, without links. Their addresses are in lower case and different. Returns the ids of the enrolled ones by
 * address; those who are enrolled already, or whose tenantId or group cannot be used, are left out.
 */
export async function importPartners(scope: WorkspaceScope, partners: readonly ImportedPartner[]): Promise<Map<string, string>> {
  const { id: programId, workspaceId, defaultGroupId } = await requireDefaultProgram(scope)
  const inGroups = partners.map((partner) => ({ ...partner, groupId: partner.groupId ?? defaultGroupId }))
  const groups = await lockGroupsOfEnrolments(
    scope,
    programId,
    inGroups.map(({ groupId }) => groupId),
  )
  const enrolled = inGroups.filter(({ groupId }) => groups.has(groupId))
  const ids = await findOrCreatePartners(scope, enrolled)
  const at = scope.now().getTime()
  const rows = enrolled.flatMap(({ email, tenantId, groupId }) => {
    const partnerId = ids.get(email)
    return partnerId === undefined ? [] : [{ id: newId('pge_', at), partnerId, email, tenantId: tenantId ?? null, groupId }]
  })
  const inserted = await insertEnrolments(scope, programId, 'approved', rows)
  const created = rows.filter(({ id }) => inserted.has(id))
  for (const { id: enrolmentId, partnerId } of created)
    scope.announce(enrolmentChanged, { workspaceId, programId, partnerId, enrolmentId, from: null, to: 'approved' })
  if (created.length > 0) countPartners(scope, created.length)
  return new Map(created.map(({ email, partnerId }) => [email, partnerId]))
}

/** Partners whose chosen username is taken are left out. */
async function findOrCreatePartners(scope: WorkspaceScope, partners: readonly ImportedPartner[]): Promise<Map<string, string>> {
  const ids = await partnerIdsByEmail(
    scope,
    partners.map(({ email }) => email),
  )
  const missing = partners.filter(({ email }) => !ids.has(email))
  const inserted = await insertPartners(
    scope,
    missing.map(({ email, name, country = null, description = null }) => {
      const username = withRandomSuffix(slugify(name ?? email.split('@')[0] ?? '') || 'partner')
      return { id: newId('pn_', scope.now().getTime()), name: name ?? email, email, username, image: null, country, description }
    }),
  )
  return new Map([...ids, ...inserted])
}

export interface ImportedPartnerLink {
  partnerId: string
  key: string
}

/**
 * Creates links of partners on the domain of the program. The first link of a partner is a copy of the default link of its group. Returns
 * the id of each link, or the error.
 */
export async function importPartnerLinks(scope: WorkspaceScope, links: readonly ImportedPartnerLink[]): Promise<(string | ServiceError)[]> {
  if (links.length === 0) return []
  const program = await requireDefaultProgram(scope)
  const { url } = program
  if (!program.domain || !url) throw programWithoutDestination()
  const partnerIds = [...new Set(links.map(({ partnerId }) => partnerId))]
  const enrolments = await scope.em.find(Enrolment, { programId: program.id, partnerId: { $in: partnerIds } })
  const enrolmentOf = new Map(enrolments.map((enrolment) => [enrolment.partnerId, enrolment]))
  const groupIds = enrolments.flatMap(({ groupId }) => groupId ?? [])
  const [templates, defaults, owned] = [
    await utmTemplatesOfGroups(scope, groupIds),
    await defaultLinksOfGroups(scope, groupIds),
    await linksOfPartners(scope, program.id, partnerIds, 1),
  ]
  const withLinks = new Set(owned.map(({ partnerId }) => partnerId))
  const inputs = links.map(({ partnerId, key }) => {
    const enrolment = enrolmentOf.get(partnerId)
    if (!enrolment) return { input: partnerNotEnrolled(partnerId, program.id), copied: undefined }
    const copied = withLinks.has(partnerId) ? undefined : defaults.get(enrolment.groupId ?? '')
    withLinks.add(partnerId)
    const owner = { program, enrolment, template: templates.get(enrolment.groupId ?? '') ?? null }
    return { input: { ...linkInput(owner, { url: copied?.url ?? url, isCopy: copied !== undefined }), key }, copied }
  })
  const outcomes = await createLinks(
    scope,
    inputs.map(({ input }) => input),
  )
  await bindDefaultLinks(
    scope,
    outcomes.flatMap((outcome, index) => {
      const copied = inputs[index]?.copied
      return outcome instanceof ServiceError || !copied ? [] : [{ linkId: outcome.link.id, defaultLinkId: copied.id }]
    }),
  )
  return outcomes.map((outcome: CreatedLink | ServiceError) => (outcome instanceof ServiceError ? outcome : outcome.link.id))
}
