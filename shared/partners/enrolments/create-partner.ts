import { type WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { Enrolment } from '../enrolment.entity.js'
import { tenantIdTaken } from '../errors.js'
import { requireGroup } from '../groups/require-group.js'
import type { EnrolledPartner } from '../partner.schema.js'
import type { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { requirePartnersLeft } from './count-partner.js'
import { enrolPartner } from './enrol-partner.js'
import { findByTenantOrEmail } from './enrolment.queries.js'
import { findOrCreatePartner } from './find-or-create-partner.js'
import type { CreatePartner } from './partner-input.schema.js'
import { presentPartners } from './present-partner.js'
import { publishEnrolled } from './publish-enrolled.js'

/**
 * Enrols a partner, with a link for each default link of the group. A partner who is enrolled already is returned as it is, whatever its
 * status; only its tenantId is updated. The order of the checks is part of the interface.
 */
export async function createPartner(scope: WorkspaceScope, input: CreatePartner): Promise<EnrolledPartner> {
  await requireDefaultProgram(scope)
  requirePartnersLeft(scope)
  return ensurePartner(scope, input)
}

/** Like `createPartner`, but the limit of partners does not concern those who are enrolled already. */
export async function ensurePartner(scope: WorkspaceScope, input: CreatePartner): Promise<EnrolledPartner> {
  const program = await requireDefaultProgram(scope)
  const email = input.email.toLowerCase()
  const existing = await findExisting(scope, program, email, input.tenantId)
  if (existing) return present(scope, program, existing)
  requirePartnersLeft(scope)
  const group = await requireGroup(scope, program, input.groupId ?? program.defaultGroupId)
  const partnerId = await findOrCreatePartner(scope, { ...input, email })
  const enrolled = await enrolPartner(scope, program, {
    group,
    partnerId,
    status: 'approved',
    tenantId: input.tenantId ?? null,
    linkKey: input.username || input.name || (email.split('@')[0] ?? ''),
    linkProps: input.linkProps,
  })
  if (enrolled === null) return present(scope, program, await requireConcurrent(scope, program, email, input.tenantId))
  await publishEnrolled(scope, program.id, [enrolled])
  const partner = await present(scope, program, enrolled)
  return input.image ? { ...partner, image: null } : partner
}

async function present(scope: WorkspaceScope, { id }: Program, enrolmentId: string): Promise<EnrolledPartner> {
  return (await presentPartners(scope, id, [enrolmentId]))[0] as EnrolledPartner
}

/** The enrolment with the address, which gets the tenantId, else that with the tenantId, whose user may have changed their address. */
async function findExisting(scope: WorkspaceScope, program: Program, email: string, tenantId: string | undefined): Promise<string | null> {
  const found = await findByTenantOrEmail(scope, program.id, { tenantId, email })
  const byEmail = found.find(({ hasEmail }) => hasEmail)
  const byTenant = tenantId === undefined ? undefined : found.find((one) => one.tenantId === tenantId)
  if (!byEmail) return byTenant?.id ?? null
  if (tenantId === undefined || byEmail.tenantId === tenantId) return byEmail.id
  if (byTenant) throw tenantIdTaken(tenantId)
  const update = scope.em.nativeUpdate(Enrolment, byEmail.id, { tenantId, updatedAt: scope.now() })
  await mapUniqueViolation(update, () => tenantIdTaken(tenantId))
  return byEmail.id
}

/** After an insertion was refused: the enrolment of a concurrent request for the same partner. */
async function requireConcurrent(scope: WorkspaceScope, program: Program, email: string, tenantId: string | undefined): Promise<string> {
  const existing = await findExisting(scope, program, email, tenantId)
  if (existing === null) throw tenantIdTaken(tenantId ?? '')
  return existing
}
