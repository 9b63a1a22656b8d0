/** Emails about a submission. */
import { membersToNotify, sendEmailJob } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { withPortalLink } from '../../partners/index.js'
import { dollars, bountyName } from '../bounty-name.js'
import type { Bounty } from '../bounty.entity.js'
import { goalReachedEmail, submissionApprovedEmail, submissionReceivedEmail, submissionRejectedEmail } from '../emails.js'
import type { BountySubmission } from './submission.entity.js'
import { emailOfPartner, programOf } from './submission.queries.js'

const nameOf = (bounty: Bounty) => bountyName(bounty) ?? bounty.id

export const notifyReviewers = (scope: Scope, bounty: Bounty, partnerName: string): Promise<void> =>
  emailReviewers(scope, bounty, submissionReceivedEmail(partnerName, nameOf(bounty)))

/** Emails the members of the workspace who want to know about submissions. */
export async function emailReviewers(scope: Scope, bounty: Bounty, email: { subject: string; text: string }): Promise<void> {
  const { workspaceId } = await programOf(scope, bounty.programId)
  for (const to of await membersToNotify(scope, workspaceId, { roles: ['owner', 'member'], preference: 'newBountySubmitted' }))
    scope.enqueue(sendEmailJob, { to, ...email })
}

type EmailText = (program: string) => { subject: string; text: string }

async function notifyPartner(scope: Scope, bounty: Bounty, partnerId: string, textOf: EmailText): Promise<void> {
  const to = await emailOfPartner(scope, partnerId)
  if (to) scope.enqueue(sendEmailJob, { to, ...withPortalLink(scope, textOf((await programOf(scope, bounty.programId)).name)) })
}

export const notifyGoalReached = (scope: Scope, bounty: Bounty, partnerId: string): Promise<void> =>
  notifyPartner(scope, bounty, partnerId, (program) => goalReachedEmail(program, nameOf(bounty)))

export const notifyApproved = (scope: Scope, bounty: Bounty, partnerId: string, earnings: number): Promise<void> =>
  notifyPartner(scope, bounty, partnerId, (program) => submissionApprovedEmail(program, nameOf(bounty), dollars(earnings)))

const reasons = {
  invalidProof: 'the proof is not valid',
  duplicateSubmission: 'it repeats another submission',
  outOfTimeWindow: 'it is outside the time of the bounty',
  didNotMeetCriteria: 'it does not meet the criteria',
  other: 'see the note or contact the program',
} as const

export const notifyRejected = (
  scope: Scope,
  bounty: Bounty,
  { partnerId, rejectionReason, rejectionNote }: BountySubmission,
): Promise<void> =>
  notifyPartner(scope, bounty, partnerId, (program) =>
    submissionRejectedEmail(program, nameOf(bounty), reasons[rejectionReason ?? 'other'], rejectionNote ?? null),
  )
