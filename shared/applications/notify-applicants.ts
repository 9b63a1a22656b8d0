/** Emails about applications. */
import { claimEmails, createOneTimeLink, membersToNotify, sendEmailJob, sendEmailOfJob } from '../accounts/index.js'
import { forkScope, inTransaction, type JobScope } from '../kernel/scope.js'
import { hours } from '../kernel/time.js'
import { partnerEmailsFor } from '../partner-accounts/index.js'
import { type EnrolmentChange, Program } from '../partners/index.js'
import { applicationById } from './application.queries.js'
import { sendConfirmationJob } from './jobs.js'
import { confirmationTtlMs, reminderIntervalMs, reminderPeriodMs } from './limits.js'
import { mayEmailApplicant } from './may-email-applicant.js'
import { confirmApplicationPath } from './page-paths.js'
import {
  completeReview,
  dueReminders,
  moveApplications,
  pendingSummaries,
  type ReviewedApplication,
  setReminder,
} from './review.queries.js'

const batchSize = 50

interface Unconfirmed {
  email: string
  name: string
  programName: string
  workspaceId: string
}

async function linkEmail(scope: JobScope, { email, name, programName, workspaceId }: Unconfirmed) {
  const subject = { purpose: 'program-application' as const, workspaceId, email }
  const { url } = await createOneTimeLink(scope, confirmApplicationPath, confirmationTtlMs, subject)
  return {
    to: email,
    subject: `Confirm your application to ${programName}`,
    text: [
      `Hello ${name},`,
      `confirm your email address to submit your application to the partner program of ${programName}:`,
      url,
      'If you did not apply, ignore this email.',
    ].join('\n\n'),
  }
}

/** Sends the link that confirms the address, unless that happened. */
export const sendConfirmation = (scope: JobScope, { applicationId }: { applicationId: string }): Promise<void> =>
  sendEmailOfJob(scope, async () => {
    const application = await applicationById(scope, applicationId)
    if (!application || application.partnerId) return null
    const { name: programName } = await scope.em.findOneOrFail(Program, application.programId)
    return linkEmail(scope, { ...application, programName })
  })

/**
 * Reminds applicants who did not confirm their address: after 15 minutes, then every day, for three days. Each email is a job of its own,
 * so that one that cannot be sent delays no others.
 */
export async function sendReminders(scope: JobScope): Promise<void> {
  for (let isLast = false; !isLast;) {
    const fork = forkScope(scope)
    isLast = await inTransaction(fork, async () => {
      const due = await dueReminders(fork, batchSize)
      for (const { id, email, createdAt } of due) {
        const next = new Date(fork.now().getTime() + reminderIntervalMs)
        const isOver = next.getTime() > new Date(createdAt).getTime() + reminderPeriodMs
        await setReminder(fork, id, isOver ? null : next)
        if (await mayEmailApplicant(fork, email)) fork.enqueue(sendConfirmationJob, { applicationId: id })
      }
      return due.length < batchSize
    })
  }
}

/** Reports every morning how many applications wait, at most once a day. */
export async function summarisePending(scope: JobScope): Promise<void> {
  const notSince = new Date(scope.now().getTime() - hours(20))
  let after = ''
  for (;;) {
    const found = await pendingSummaries(scope, after, batchSize)
    const claimed = await claimEmails(scope, { kind: 'applications.pending', subjects: found.map(({ programId }) => programId), notSince })
    for (const { workspaceId, programName, count, newest } of found.filter(({ programId }) => claimed.has(programId)))
      for (const to of await membersToNotify(scope, workspaceId, { preference: 'pendingApplicationsSummary' }))
        scope.enqueue(sendEmailJob, {
          to,
          subject: `${count} ${count === 1 ? 'application waits' : 'applications wait'} for review`,
          text: `Partners applied to ${programName}. Newest: ${newest.join(', ')}.\n\nReview the applications in your workspace.`,
        })
    if (found.length < batchSize) return
    after = found.at(-1)?.programId ?? ''
  }
}

/** Completes the record of an application that was approved or rejected, and informs the applicant. */
export async function followReview(scope: JobScope, { programId, partnerId, from, to }: EnrolmentChange): Promise<void> {
  const isApproved = to === 'approved' && (from === 'pending' || from === 'rejected')
  if (!isApproved && !(from === 'pending' && to === 'rejected')) return
  const application = await completeReview(scope, { programId, partnerId, isApproved })
  if (!application) return
  if (!isApproved) return scope.enqueue(sendEmailJob, { to: application.email, ...rejectionEmail(application) })
  const recipients = await partnerEmailsFor(scope, [partnerId], 'applicationApproved')
  for (const to of recipients.get(partnerId) ?? []) scope.enqueue(sendEmailJob, { to, ...approvalEmail(application) })
}

export const followMerge = (
  scope: JobScope,
  merge: { programId: string; sourcePartnerId: string; targetPartnerId: string },
): Promise<void> => moveApplications(scope, merge.programId, merge.sourcePartnerId, merge.targetPartnerId)

const paragraphs = (...parts: (string | null)[]) => parts.filter(Boolean).join('\n\n')
const support = ({ supportEmail }: ReviewedApplication) => supportEmail && `Questions? Write to ${supportEmail}.`

const approvalEmail = (application: ReviewedApplication) => ({
  subject: `Welcome to the partner program of ${application.programName}`,
  text: paragraphs(
    `Hello ${application.name},`,
    `${application.programName} approved your application. You are a partner now, and your links are created within minutes.`,
    support(application),
  ),
})

const reasons: Record<string, string> = {
  needsMoreDetail: 'Your application needs more detail.',
  doesNotMeetRequirements: 'You do not meet the requirements of the program.',
  notTheRightFit: 'The program is not the right fit for you at the moment.',
}

const rejectionEmail = (application: ReviewedApplication) => ({
  subject: `Your application to ${application.programName} was not accepted`,
  text: paragraphs(
    `Hello ${application.name},`,
    `${application.programName} did not accept your application to its partner program.`,
    reasons[application.rejectionReason ?? ''] ?? null,
    application.rejectionNote,
    support(application),
  ),
})
