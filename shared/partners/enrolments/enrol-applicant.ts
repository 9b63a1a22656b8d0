import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { groupNotFound } from '../errors.js'
import { enrolmentChanged } from '../events.js'
import type { Program } from '../programs/program.entity.js'
import { insertEnrolment, lockGroupOfEnrolment } from './enrolment.queries.js'

/** Enrols an applicant as pending, without links. Returns null if the partner is enrolled already, whatever the status. */
export async function enrolApplicant(
  scope: Scope,
  program: Pick<Program, 'id' | 'workspaceId'>,
  { partnerId, groupId, applicationId }: { partnerId: string; groupId: string; applicationId: string },
): Promise<string | null> {
  if (!(await lockGroupOfEnrolment(scope, groupId))) throw groupNotFound(groupId)
  const id = newId('pge_', scope.now().getTime())
  const row = { id, programId: program.id, partnerId, tenantId: null, groupId, status: 'pending' as const, applicationId }
  if (!(await insertEnrolment(scope, row))) return null
  scope.announce(enrolmentChanged, {
    workspaceId: program.workspaceId,
    programId: program.id,
    partnerId,
    enrolmentId: id,
    from: null,
    to: 'pending',
  })
  return id
}
