import type { WorkspaceScope } from '../../accounts/index.js'
import { Enrolment } from '../enrolment.entity.js'
import { operationNotAllowed, partnerHasActivity, partnerNotEnrolled } from '../errors.js'
import type { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { statusAfter, statusesAllowing } from './enrolment-status.js'
import { lockEnrolments, withActivity } from './enrolment.queries.js'
import { removeEnrolments } from './remove-enrolment.js'

/** Removes a deactivated or banned partner without any activity from the program, with its links. */
export async function deletePartner(scope: WorkspaceScope, partnerId: string): Promise<{ partnerId: string }> {
  await deletePartners(scope, [partnerId])
  return { partnerId }
}

/** Removes all of the partners, or none. */
export async function deletePartners(scope: WorkspaceScope, partnerIds: string[]): Promise<{ partnerIds: string[] }> {
  const program = await requireDefaultProgram(scope)
  await lockEnrolments(scope, program.id, partnerIds)
  await removeEnrolments(scope, program, await requireRemovable(scope, program, partnerIds))
  return { partnerIds }
}

/** The enrolments of the partners. Refuses the first partner who cannot be removed. */
async function requireRemovable(scope: WorkspaceScope, program: Program, partnerIds: readonly string[]): Promise<Enrolment[]> {
  const found = await scope.em.find(Enrolment, { programId: program.id, partnerId: { $in: [...partnerIds] } })
  const enrolmentOf = new Map(found.map((enrolment) => [enrolment.partnerId, enrolment]))
  const active = await withActivity(
    scope,
    found.map(({ id }) => id),
  )
  return partnerIds.map((partnerId) => {
    const enrolment = enrolmentOf.get(partnerId)
    if (!enrolment) throw partnerNotEnrolled(partnerId, program.id)
    const { id, status } = enrolment
    if (statusAfter(status, 'delete') !== 'deleted') throw operationNotAllowed('delete', status, statusesAllowing('delete'))
    if (active.has(id)) throw partnerHasActivity()
    return enrolment
  })
}
