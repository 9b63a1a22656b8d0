import { newId } from '../../kernel/ids.js'
import type { Scope } from '../../kernel/scope.js'
import { groupNotFound } from '../errors.js'
import { enrolmentChanged } from '../events.js'
import type { Program } from '../programs/program.entity.js'
import { insertEnrolment, lockGroupOfEnrolment, type NewEnrolment } from './enrolment.queries.js'

/** Stores and announces an enrolment. Returns its id, or null if the partner or the tenantId is enrolled already, whatever the status. */
export async function addEnrolment(
  scope: Scope,
  { id: programId, workspaceId }: Pick<Program, 'id' | 'workspaceId'>,
  enrolment: Omit<NewEnrolment, 'id' | 'programId'>,
): Promise<string | null> {
  const { groupId, partnerId, status } = enrolment
  if (!(await lockGroupOfEnrolment(scope, groupId))) throw groupNotFound(groupId)
  const id = newId('pge_', scope.now().getTime())
  if (!(await insertEnrolment(scope, { ...enrolment, id, programId }))) return null
  scope.announce(enrolmentChanged, { workspaceId, programId, partnerId, enrolmentId: id, from: null, to: status })
  return id
}
