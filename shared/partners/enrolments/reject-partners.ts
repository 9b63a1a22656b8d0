import type { WorkspaceScope } from '../../accounts/index.js'
import { Enrolment, type reapplicationTimeframes } from '../enrolment.entity.js'
import type { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { changeStatus } from './change-status.js'
import { removeEnrolments } from './remove-enrolment.js'

interface Rejection {
  partnerIds: string[]
  /** When the partners may apply again: at once, after a month, or never. */
  reapplicationTimeframe: (typeof reapplicationTimeframes)[number]
}

/** Rejects applicants of the program: all of them, or none. */
export async function rejectPartners(scope: WorkspaceScope, rejection: Rejection): Promise<{ partnerIds: string[] }> {
  await rejectApplicants(scope, await requireDefaultProgram(scope), rejection)
  return { partnerIds: rejection.partnerIds }
}

/** An applicant who may apply again at once is not enrolled any more. */
export async function rejectApplicants(
  scope: WorkspaceScope,
  program: Program,
  { partnerIds, reapplicationTimeframe }: Rejection,
): Promise<void> {
  await changeStatus(scope, program, partnerIds, { operation: 'reject' })
  const rejected = await scope.em.find(Enrolment, { programId: program.id, partnerId: { $in: partnerIds } })
  if (reapplicationTimeframe === 'instant') return removeEnrolments(scope, program, rejected)
  for (const enrolment of rejected) enrolment.reapplicationTimeframe = reapplicationTimeframe
  await scope.em.flush()
}
