/** Operations of a program on its partners, one by one or up to a hundred at once. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireGroup } from '../groups/require-group.js'
import type { PartnerIdentifier } from '../links/partner-link.schema.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { changeStatus, type StatusChange } from './change-status.js'
import { requireEnrolment } from './require-enrolment.js'

export async function changePartner(
  scope: WorkspaceScope,
  identifier: PartnerIdentifier,
  change: StatusChange,
): Promise<{ partnerId: string }> {
  const program = await requireDefaultProgram(scope)
  const { partnerId } = await requireEnrolment(scope, program, identifier)
  await changeStatus(scope, program, [partnerId], change)
  return { partnerId }
}

/** All of the partners change, or none. */
export async function changePartners(scope: WorkspaceScope, partnerIds: string[], change: StatusChange): Promise<{ partnerIds: string[] }> {
  const program = await requireDefaultProgram(scope)
  if (change.groupId) await requireGroup(scope, program, change.groupId)
  await changeStatus(scope, program, partnerIds, change)
  return { partnerIds }
}
