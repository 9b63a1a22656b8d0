import type { Scope } from '../../kernel/scope.js'
import type { Program } from '../programs/program.entity.js'
import { addEnrolment } from './add-enrolment.js'

/** Enrols an applicant as pending, without links. Returns null if the partner is enrolled already, whatever the status. */
export const enrolApplicant = (
  scope: Scope,
  program: Pick<Program, 'id' | 'workspaceId'>,
  applicant: { partnerId: string; groupId: string; applicationId: string },
): Promise<string | null> => addEnrolment(scope, program, { ...applicant, tenantId: null, status: 'pending' })
