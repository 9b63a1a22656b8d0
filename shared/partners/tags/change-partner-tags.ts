/** Tags of the partners of a program. Their names are unique in the program, ignoring case. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { partnerTagLimitReached, partnerTagNameTaken, partnerTagNotFound } from '../errors.js'
import { limitOf } from '../plan-limits.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { PartnerTag } from './partner-tag.entity.js'
import { countPartnerTagsLocked } from './partner-tag.queries.js'
import type { PartnerTagBody, PartnerTagResponse } from './partner-tag.schema.js'
import { presentPartnerTag } from './present-partner-tag.js'

export async function createPartnerTag(scope: WorkspaceScope, { name }: PartnerTagBody): Promise<PartnerTagResponse> {
  const program = await requireDefaultProgram(scope)
  const limit = limitOf(scope, 'partnerTags')
  if ((await countPartnerTagsLocked(scope, program.id)) >= limit) throw partnerTagLimitReached(limit)
  const now = scope.now()
  const tag = scope.em.create(PartnerTag, {
    id: newId('ptag_', now.getTime()),
    programId: program.id,
    name,
    createdAt: now,
    updatedAt: now,
  })
  await mapUniqueViolation(scope.em.persist(tag).flush(), () => partnerTagNameTaken(name))
  return presentPartnerTag(tag)
}

export async function updatePartnerTag(scope: WorkspaceScope, tagId: string, { name }: PartnerTagBody): Promise<PartnerTagResponse> {
  const tag = await requirePartnerTag(scope, tagId)
  Object.assign(tag, { name, updatedAt: scope.now() })
  await mapUniqueViolation(scope.em.flush(), () => partnerTagNameTaken(name))
  return presentPartnerTag(tag)
}

/** Removes the tag from all partners. */
export async function deletePartnerTag(scope: WorkspaceScope, tagId: string): Promise<{ id: string }> {
  await scope.em.remove(await requirePartnerTag(scope, tagId)).flush()
  return { id: tagId }
}

async function requirePartnerTag(scope: WorkspaceScope, id: string): Promise<PartnerTag> {
  const program = await requireDefaultProgram(scope)
  const tag = await scope.em.findOne(PartnerTag, { id, programId: program.id })
  if (!tag) throw partnerTagNotFound(id)
  return tag
}
