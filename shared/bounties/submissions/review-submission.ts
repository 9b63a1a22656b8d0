/** A workspace approves, rejects or reopens submissions. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { addCustomCommission } from '../../earnings/index.js'
import { bountyName } from '../bounty-name.js'
import type { Bounty } from '../bounty.entity.js'
import {
  countTooLow,
  rewardMissing,
  submissionIsApproved,
  submissionIsDraft,
  submissionNotFound,
  submissionNotRejectable,
  submissionNotReopenable,
} from '../errors.js'
import { planCountOfPartner } from '../performance/pending-counts.queries.js'
import { requireBounty } from '../require-bounty.js'
import { socialAmount } from '../social/social-amount.js'
import { notifyApproved, notifyRejected } from './notify.js'
import { presentSubmission } from './present-submission.js'
import { nextSubmissionStatus } from './submission-states.js'
import { BountySubmission } from './submission.entity.js'
import { lockSubmissions, relatedRowsOf } from './submission.queries.js'
import type { ApproveSubmission, RejectSubmission, SubmissionDetails, SubmissionResponse } from './submission.schema.js'

export interface SubmissionRef {
  bountyId: string
  submissionId: string
}

async function requireSubmission(scope: WorkspaceScope, ref: SubmissionRef): Promise<{ bounty: Bounty; submission: BountySubmission }> {
  const bounty = await requireBounty(scope, ref.bountyId)
  const submission = await scope.em.findOne(BountySubmission, { id: ref.submissionId, bountyId: bounty.id })
  if (!submission) throw submissionNotFound()
  return { bounty, submission }
}

/** Loaded again under the lock, because another transaction may have changed it meanwhile. */
async function lockSubmission(scope: WorkspaceScope, ref: SubmissionRef): ReturnType<typeof requireSubmission> {
  const { bounty, submission } = await requireSubmission(scope, ref)
  await lockSubmissions(scope, bounty.id, submission.partnerId)
  await scope.em.refresh(submission)
  return { bounty, submission }
}

export async function getSubmission(scope: WorkspaceScope, ref: SubmissionRef): Promise<SubmissionDetails> {
  const { submission } = await requireSubmission(scope, ref)
  return { ...presentSubmission(submission), ...(await relatedRowsOf(scope, submission.id)) }
}

/** Approves a submission and awards its reward as a commission of the partner. */
export async function approveSubmission(scope: WorkspaceScope, ref: SubmissionRef, input: ApproveSubmission): Promise<SubmissionResponse> {
  const { bounty, submission } = await lockSubmission(scope, ref)
  const status = nextSubmissionStatus(submission.status, 'approve')
  if (status === null) throw submission.status === 'draft' ? submissionIsDraft() : submissionIsApproved()
  const earnings = rewardOf(bounty, submission, input?.rewardAmount ?? null)
  const now = scope.now()
  const commissionId = await addCustomCommission(scope, {
    programId: bounty.programId,
    partnerId: submission.partnerId,
    earnings,
    description: `Reward for bounty "${bountyName(bounty) ?? bounty.id}"`,
    userId: scope.actor.user.id,
    at: now,
    eventId: submission.id,
  })
  Object.assign(submission, {
    status,
    commissionId,
    reviewerId: scope.actor.user.id,
    reviewedAt: now,
    rejectionReason: null,
    rejectionNote: null,
    updatedAt: now,
  })
  await scope.em.flush()
  await notifyApproved(scope, bounty, submission.partnerId, earnings)
  return presentSubmission(submission)
}

function rewardOf({ rewardAmount, submissionRequirements }: Bounty, { socialMetricCount }: BountySubmission, sent: number | null): number {
  const amount = rewardAmount ?? sent
  if (!amount) throw rewardMissing()
  const social = submissionRequirements?.socialMetrics
  if (!social) return Math.round(amount)
  const earnings = socialAmount(amount, social, socialMetricCount ?? null)
  if (earnings === null) throw countTooLow()
  return earnings
}

export async function rejectSubmission(scope: WorkspaceScope, ref: SubmissionRef, input: RejectSubmission): Promise<SubmissionResponse> {
  const { bounty, submission } = await lockSubmission(scope, ref)
  const status = nextSubmissionStatus(submission.status, 'reject')
  if (status === null) throw submissionNotRejectable(submission.status)
  const now = scope.now()
  Object.assign(submission, {
    status,
    reviewerId: scope.actor.user.id,
    reviewedAt: now,
    rejectionReason: input?.rejectionReason ?? 'other',
    rejectionNote: input?.rejectionNote ?? null,
    updatedAt: now,
  })
  await scope.em.flush()
  await notifyRejected(scope, bounty, submission)
  return presentSubmission(submission)
}

/** Makes a submission a draft again. The count of a performance bounty continues. */
export async function reopenSubmission(scope: WorkspaceScope, ref: SubmissionRef): Promise<SubmissionResponse> {
  const { bounty, submission } = await lockSubmission(scope, ref)
  const status = nextSubmissionStatus(submission.status, 'reopen')
  if (status === null) throw submissionNotReopenable(submission.status)
  Object.assign(submission, {
    status,
    reviewerId: null,
    reviewedAt: null,
    completedAt: null,
    rejectionReason: null,
    rejectionNote: null,
    remindedAt: null,
    updatedAt: scope.now(),
  })
  await scope.em.flush()
  if (bounty.type === 'performance') await planCountOfPartner(scope, submission)
  return presentSubmission(submission)
}
