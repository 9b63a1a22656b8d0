import type { WorkspaceScope } from '../../accounts/index.js'
import { operationNotAllowed, partnerHasActivity } from '../errors.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { statusAfter, statusesAllowing } from './enrolment-status.js'
import { hasActivity, lockEnrolments } from './enrolment.queries.js'
import { removeEnrolment } from './remove-enrolment.js'
import { requireEnrolment } from './require-enrolment.js'

/** Removes a deactivated or banned partner without any activity from the program, with its links. */
export async function deletePartner(scope: WorkspaceScope, partnerId: string): Promise<{ partnerId: string }> {
  await deletePartners(scope, [partnerId])
  return { partnerId }
}

/** Removes all of the partners, or none. */
export async function deletePartners(scope: WorkspaceScope, partnerIds: string[]): Promise<{ partnerIds: string[] }> {
  const program = await requireDefaultProgram(scope)
  await lockEnrolments(scope, program.id, partnerIds)
  for (const partnerId of partnerIds) {
    const enrolment = await requireEnrolment(scope, program, { partnerId })
    const { status } = enrolment
    if (statusAfter(status, 'delete') !== 'deleted') throw operationNotAllowed('delete', status, statusesAllowing('delete'))
    if (await hasActivity(scope, enrolment.id)) throw partnerHasActivity()
    await removeEnrolment(scope, program, enrolment)
  }
  return { partnerIds }
}
