/** Approving and rejecting applications. The emails follow from the change of the enrolment. */
import type { WorkspaceScope } from '../accounts/index.js'
import { reportRejectedApplicants } from '../fraud/index.js'
import { approvePartners, rejectApplicants, requireDefaultProgram } from '../partners/index.js'
import type { RejectApplications } from './application.schema.js'
import { fraudFlagOfInstant, fraudReasonMissing } from './errors.js'
import { recordReview } from './review.queries.js'

/** Enrols the applicants: all of them, or none. A job creates their links. */
export async function approveApplications(
  scope: WorkspaceScope,
  { partnerIds, groupId }: { partnerIds: string[]; groupId?: string | null | undefined },
): Promise<{ partnerIds: string[] }> {
  const ids = [...new Set(partnerIds)]
  const program = await requireDefaultProgram(scope)
  await approvePartners(scope, { partnerIds: ids, groupId })
  await recordReview(scope, { programId: program.id, partnerIds: ids, userId: scope.actor.user.id })
  return { partnerIds: ids }
}

/** Rejects the applicants: all of them, or none. Those flagged for fraud are reported to the operator. */
export async function rejectApplications(scope: WorkspaceScope, input: RejectApplications): Promise<{ partnerIds: string[] }> {
  const { rejectionReason, rejectionNote, reapplicationTimeframe, flagForFraud, flagForFraudReason } = input
  const fraudSuspicion = flagForFraud ? (flagForFraudReason?.trim() ?? '') : null
  if (flagForFraud && reapplicationTimeframe === 'instant') throw fraudFlagOfInstant()
  if (fraudSuspicion === '') throw fraudReasonMissing()
  const partnerIds = [...new Set(input.partnerIds)]
  const program = await requireDefaultProgram(scope)
  await rejectApplicants(scope, program, { partnerIds, reapplicationTimeframe })
  await recordReview(scope, {
    programId: program.id,
    partnerIds,
    userId: scope.actor.user.id,
    rejectionReason: rejectionReason ?? null,
    rejectionNote: rejectionNote || null,
    fraudSuspicion,
  })
  if (fraudSuspicion) await reportRejectedApplicants(scope, program.id, { partnerIds, reason: fraudSuspicion })
  return { partnerIds }
}
