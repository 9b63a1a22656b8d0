import type { WorkspaceScope } from '../../accounts/index.js'
import { lockEnrolments } from '../enrolments/enrolment.queries.js'
import { partnersNotEnrolled, partnerTagNotFound } from '../errors.js'
import { enrolmentsTagged } from '../events.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { PartnerTag } from './partner-tag.entity.js'
import { addTags, removeTags } from './partner-tag.queries.js'
import type { AssignPartnerTags } from './partner-tag.schema.js'

/** Adds tags to partners and removes others: for all of the partners, or for none. */
export async function assignPartnerTags(
  scope: WorkspaceScope,
  { partnerIds, addTagIds, removeTagIds }: AssignPartnerTags,
): Promise<{ partnerIds: string[] }> {
  const program = await requireDefaultProgram(scope)
  const enrolments = await lockEnrolments(scope, program.id, partnerIds)
  const unknown = partnerIds.filter((id) => !enrolments.some(({ partnerId }) => partnerId === id))
  if (unknown.length > 0) throw partnersNotEnrolled(unknown)
  await requireTags(scope, program.id, [...addTagIds, ...removeTagIds])
  const enrolmentIds = enrolments.map(({ id }) => id)
  await addTags(scope, enrolmentIds, addTagIds)
  await removeTags(scope, enrolmentIds, removeTagIds)
  scope.announce(enrolmentsTagged, { workspaceId: program.workspaceId, programId: program.id, partnerIds })
  return { partnerIds }
}

async function requireTags({ em }: WorkspaceScope, programId: string, ids: readonly string[]): Promise<void> {
  const found = new Set((await em.find(PartnerTag, { programId, id: [...ids] })).map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw partnerTagNotFound(missing)
}
