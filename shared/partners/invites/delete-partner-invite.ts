import type { WorkspaceScope } from '../../accounts/index.js'
import { statusAfter, statusesAllowing } from '../enrolments/enrolment-status.js'
import { hasCommissionsToPay, lockEnrolments } from '../enrolments/enrolment.queries.js'
import { removeEnrolment } from '../enrolments/remove-enrolment.js'
import { requireEnrolment } from '../enrolments/require-enrolment.js'
import { inviteWithCommissions, operationNotAllowed } from '../errors.js'
import { requireDefaultProgram } from '../programs/require-program.js'

/** Deletes an invite that was not answered or was declined. Links with leads or sales stay as ordinary links of the workspace. */
export async function deletePartnerInvite(scope: WorkspaceScope, partnerId: string): Promise<{ partnerId: string }> {
  const program = await requireDefaultProgram(scope)
  await lockEnrolments(scope, program.id, [partnerId])
  const enrolment = await requireEnrolment(scope, program, { partnerId })
  const { status } = enrolment
  if (statusAfter(status, 'deleteInvite') !== 'deleted')
    throw operationNotAllowed('delete the invite of', status, statusesAllowing('deleteInvite'))
  if (await hasCommissionsToPay(scope, enrolment.id)) throw inviteWithCommissions()
  await removeEnrolment(scope, program, enrolment)
  return { partnerId }
}
