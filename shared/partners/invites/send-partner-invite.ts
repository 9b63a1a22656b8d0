import { createOneTimeLink, sendEmailOfJob } from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { inviteLinkTtlMs } from '../limits.js'
import { partnerInvitePath } from './partner-invite-path.js'
import { inviteOfEnrolment } from './partner-invite.queries.js'
import type { InviteEmailData } from './partner-invite.schema.js'

/** Sends the email of an invite, unless it was answered or deleted. The program may choose its subject, title and text. */
export const sendPartnerInvite = (
  scope: JobScope,
  { enrolmentId, emailData: own }: { enrolmentId: string; emailData?: InviteEmailData | undefined },
): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const invite = await inviteOfEnrolment(scope, enrolmentId)
    if (!invite) return null
    const { email, programName, supportEmail, workspaceId } = invite
    const emailData = { ...invite.emailData, ...given(own) }
    const { url } = await createOneTimeLink(scope, partnerInvitePath, inviteLinkTtlMs, {
      purpose: 'partner-invite',
      workspaceId,
      enrolmentId,
      email,
    })
    return {
      to: email,
      subject: emailData.subject || `Invitation to the partner program of ${programName}`,
      text: [
        emailData.title,
        emailData.body ||
          `${programName} invites you to its partner program: recommend ${programName} with links of your own and earn commissions.`,
        `Accept or decline:\n${url}`,
        supportEmail ? `Questions? Write to ${supportEmail}.` : null,
        'If you did not expect this invitation, ignore this email.',
      ]
        .filter(Boolean)
        .join('\n\n'),
    }
  })

const given = (data: InviteEmailData = {}): InviteEmailData => Object.fromEntries(Object.entries(data).filter(([, value]) => value))
