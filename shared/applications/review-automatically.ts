/** Reviews without a user: groups that approve by themselves, and applicants who do not meet the requirements. */
import { isHighRisk } from '../fraud/index.js'
import { forkScope, inTransaction, type JobScope, type Scope } from '../kernel/scope.js'
import { minutes } from '../kernel/time.js'
import { approvePartners, programScope, rejectApplicants } from '../partners/index.js'
import { applicationById, type StoredApplication } from './application.queries.js'
import { autoApproveJob } from './jobs.js'
import { checkRequirements } from './requirements.js'
import { applicationsSince, clearAutoReject, dueRejections, lockEnrolmentOfApplication, recordReview } from './review.queries.js'

const batchSize = 100

/** How long the approval of an application may have been queued. */
const maxQueuedMs = minutes(60)

/**
 * Approves the application unless it was reviewed, the group stopped approving, the requirements changed, or the program suspects the
 * partner of fraud: that application waits for a person.
 */
export async function autoApprove(scope: JobScope, { applicationId }: { applicationId: string }): Promise<void> {
  const application = await applicationById(scope, applicationId)
  // Before the enrolment is locked: a new suspicion locks the earnings of the partner.
  if (application?.partnerId && (await isHighRisk(scope, { programId: application.programId, partnerId: application.partnerId }))) return
  const current = application && (await currentApplication(scope, application))
  if (!current?.isAutoApproved || current.requirements === 'requirementsNotMet' || current.requirements === 'invalidRequirements') return
  const { owner, program, partnerId } = current
  await approvePartners(owner, { partnerIds: [partnerId], groupId: current.groupId })
  await recordReview(scope, { programId: program.id, partnerIds: [partnerId], userId: null })
}

/** Queues the approvals that became due while the workspace was disabled. */
export async function resumeApprovals(scope: Scope, workspaceId: string, disabledAt: Date): Promise<void> {
  const since = new Date(disabledAt.getTime() - maxQueuedMs)
  for (const { id } of await applicationsSince(scope, workspaceId, since)) scope.enqueue(autoApproveJob, { applicationId: id })
}

/** Rejects applicants who still do not meet the requirements. Each in a transaction of its own. */
export async function autoReject(scope: JobScope): Promise<void> {
  for (;;) {
    const due = await dueRejections(scope, batchSize)
    for (const { id } of due) {
      const fork = forkScope(scope)
      await inTransaction(fork, () => rejectUnqualified(fork, id))
    }
    if (due.length < batchSize) return
  }
}

async function rejectUnqualified(scope: JobScope, applicationId: string): Promise<void> {
  const application = await applicationById(scope, applicationId)
  const current = application && (await currentApplication(scope, application))
  await clearAutoReject(scope, applicationId)
  if (current?.requirements !== 'requirementsNotMet') return
  const { owner, program, partnerId } = current
  await rejectApplicants(owner, program, { partnerIds: [partnerId], reapplicationTimeframe: 'standard' })
  await recordReview(scope, { programId: program.id, partnerIds: [partnerId], userId: null, rejectionReason: 'doesNotMeetRequirements' })
}

/** A pending application with an owner of its workspace; null if it was reviewed or deleted, or its program ended. */
async function currentApplication(scope: JobScope, application: StoredApplication) {
  if (!application.partnerId) return null
  const enrolment = await lockEnrolmentOfApplication(scope, application.id)
  if (enrolment?.status !== 'pending') return null
  const found = await programScope(scope, application.programId)
  if (!found || found.program.deactivatedAt) return null
  // The form counts until the profile names a country.
  const applicant = { country: enrolment.country ?? application.country, email: enrolment.email }
  const requirements = checkRequirements(found.program.applicationRequirements, applicant)
  return { ...found, ...enrolment, partnerId: application.partnerId, requirements }
}
