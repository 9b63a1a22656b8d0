/** Operations of a program on its partners, one by one or up to a hundred at once. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireGroup } from '../groups/require-group.js'
import type { PartnerIdentifier } from '../links/partner-link.schema.js'
import type { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { changeStatus, type StatusChange } from './change-status.js'
import { countPartners } from './count-partner.js'
import { requireEnrolment } from './require-enrolment.js'

export async function changePartner(
  scope: WorkspaceScope,
  identifier: PartnerIdentifier,
  change: StatusChange,
): Promise<{ partnerId: string }> {
  const program = await requireDefaultProgram(scope)
  const { partnerId } = await requireEnrolment(scope, program, identifier)
  await changeAndCount(scope, program, [partnerId], change)
  return { partnerId }
}

/** All of the partners change, or none. */
export async function changePartners(scope: WorkspaceScope, partnerIds: string[], change: StatusChange): Promise<{ partnerIds: string[] }> {
  const program = await requireDefaultProgram(scope)
  if (change.groupId) await requireGroup(scope, program, change.groupId)
  await changeAndCount(scope, program, partnerIds, change)
  return { partnerIds }
}

/** Applicants who were rejected before their ban are no partners yet, so their unban must not exceed the limit of partners. */
async function changeAndCount(scope: WorkspaceScope, program: Program, partnerIds: string[], change: StatusChange): Promise<void> {
  const before = await changeStatus(scope, program, partnerIds, change)
  const rejected = before.filter(({ statusBeforeBan }) => statusBeforeBan === 'rejected')
  if (change.operation === 'unban' && rejected.length > 0) countPartners(scope, rejected.length)
}
