import type { Scope } from '../../kernel/scope.js'
import { Enrolment } from '../enrolment.entity.js'
import { operationNotAllowed, partnerNotEnrolled } from '../errors.js'
import { enrolmentChanged } from '../events.js'
import type { Program } from '../programs/program.entity.js'
import { statusAfter, statusesAllowing } from './enrolment-status.js'
import { lockEnrolments } from './enrolment.queries.js'

/** Deletes the enrolment of an applicant who takes the application back. Applicants have no links yet. */
export async function withdrawApplicant(
  scope: Scope,
  program: Pick<Program, 'id' | 'workspaceId'>,
  partnerId: string,
): Promise<{ applicationId: string | null }> {
  await lockEnrolments(scope, program.id, [partnerId])
  const enrolment = await scope.em.findOne(Enrolment, { programId: program.id, partnerId })
  if (!enrolment) throw partnerNotEnrolled(partnerId, program.id)
  const { id, status, applicationId } = enrolment
  if (statusAfter(status, 'withdraw') !== 'deleted') throw operationNotAllowed('withdraw', status, statusesAllowing('withdraw'))
  await scope.em.remove(enrolment).flush()
  scope.announce(enrolmentChanged, {
    workspaceId: program.workspaceId,
    programId: program.id,
    partnerId,
    enrolmentId: id,
    from: status,
    to: null,
  })
  return { applicationId: applicationId ?? null }
}
