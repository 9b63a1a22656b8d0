import type { WorkspaceScope } from '../../accounts/index.js'
import { statusesAllowing } from '../enrolments/enrolment-status.js'
import { requireEnrolment } from '../enrolments/require-enrolment.js'
import { inviteSentRecently, operationNotAllowed } from '../errors.js'
import { sendPartnerInviteJob } from '../jobs.js'
import { inviteResendIntervalMs } from '../limits.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { renewInvite } from './partner-invite.queries.js'

/** Sends the email of an unanswered invite again, at most once a day. */
export async function resendPartnerInvite(scope: WorkspaceScope, partnerId: string): Promise<{ partnerId: string }> {
  const program = await requireDefaultProgram(scope)
  const { status } = await requireEnrolment(scope, program, { partnerId })
  if (status !== 'invited') throw operationNotAllowed('resend the invite of', status, statusesAllowing('accept'))
  const before = new Date(scope.now().getTime() - inviteResendIntervalMs)
  const enrolmentId = await renewInvite(scope, { programId: program.id, partnerId, before })
  if (enrolmentId === null) throw inviteSentRecently()
  scope.enqueue(sendPartnerInviteJob, { enrolmentId })
  return { partnerId }
}
