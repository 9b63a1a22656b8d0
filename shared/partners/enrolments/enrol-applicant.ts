import type { Scope } from '../../kernel/scope.js'
import type { Program } from '../programs/program.entity.js'
import { addEnrolment } from './add-enrolment.js'

/**
 * Enrols an applicant as pending, without links. Nobody refers themselves. Returns null if the partner is enrolled already, whatever the
 * status.
 */
export const enrolApplicant = (
  scope: Scope,
  program: Pick<Program, 'id' | 'workspaceId'>,
  applicant: { partnerId: string; groupId: string; applicationId: string; referredByPartnerId: string | null },
): Promise<string | null> => {
  const { partnerId, referredByPartnerId } = applicant
  const referrer = referredByPartnerId === partnerId ? null : referredByPartnerId
  return addEnrolment(scope, program, { ...applicant, referredByPartnerId: referrer, tenantId: null, status: 'pending' })
}
