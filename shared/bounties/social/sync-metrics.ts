/** Reads the views or likes of submitted posts again. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { joinTransaction, type Scope } from '../../kernel/scope.js'
import type { Bounty } from '../bounty.entity.js'
import { type EnrolledPartner, findEnrolledPartner } from '../bounty.queries.js'
import { isActivePartner } from '../eligibility.js'
import { bountyEnded, bountyNotStarted, bountyWithoutMetrics, postNotFound, submissionIsApproved, submissionNotFound } from '../errors.js'
import { syncSocialMetricsJob } from '../jobs.js'
import { finalSyncWithinMs } from '../limits.js'
import { effectivePeriod, type Period } from '../periods.js'
import { requireBounty } from '../require-bounty.js'
import { notifyReviewers } from '../submissions/notify.js'
import { nextSubmissionStatus } from '../submissions/submission-states.js'
import { BountySubmission } from '../submissions/submission.entity.js'
import { lockSubmissions } from '../submissions/submission.queries.js'
import { accountOf } from './accounts.queries.js'
import { requireMetricsSource, type SocialAccount } from './metrics-source.js'

/** Syncs one submission now, or all submissions of the bounty by a job. */
export async function syncSocialMetrics(
  scope: WorkspaceScope,
  bountyId: string,
  submissionId: string | undefined,
): Promise<{ success: boolean }> {
  const bounty = await requireBounty(scope, bountyId)
  const social = bounty.submissionRequirements?.socialMetrics
  if (!social) throw bountyWithoutMetrics()
  requireMetricsSource(scope, social.platform)
  const now = scope.now()
  if (bounty.startsAt && bounty.startsAt > now) throw bountyNotStarted()
  if (bounty.endsAt && bounty.endsAt <= now) throw bountyEnded()
  if (submissionId === undefined) {
    await joinTransaction(scope, async () => scope.enqueue(syncSocialMetricsJob, { bountyId }))
    return { success: true }
  }
  const submission = await scope.em.findOne(BountySubmission, { id: submissionId, bountyId })
  if (!submission) throw submissionNotFound()
  if (submission.status === 'approved') throw submissionIsApproved()
  const address = submission.urls?.[0] ?? ''
  const partner = await findEnrolledPartner(scope, submission.programId, submission.partnerId)
  if (partner && !isStillRead(effectivePeriod(bounty, partner.enrolledAt), now, null)) throw bountyEnded()
  const account = await accountOf(scope, submission.partnerId, social.platform)
  if (!(await syncSubmission(scope, bounty, submission, { account, partner }))) throw postNotFound(address)
  return { success: true }
}

/** Whether a post that was last read at a time is read again: until its bounty ends for the partner, and once in the day after. */
export function isStillRead({ end }: Period, now: Date, lastReadAt: Date | null): boolean {
  if (!end || now < end) return true
  return lastReadAt !== null && lastReadAt < end && now.getTime() - end.getTime() < finalSyncWithinMs
}

interface Submitter {
  account: SocialAccount | null
  /** Null without an enrolment. */
  partner: EnrolledPartner | null
}

/** Stores the count of the post; a draft of an active partner that reaches the minimum is submitted. False if there is no such post. */
export async function syncSubmission(
  scope: Scope,
  bounty: Bounty,
  submission: BountySubmission,
  { account, partner }: Submitter,
): Promise<boolean> {
  const social = bounty.submissionRequirements?.socialMetrics
  const address = submission.urls?.[0]
  if (!social || address === undefined) return false
  const post = await requireMetricsSource(scope, social.platform).readPost(address, account?.handle ?? null)
  if (!post) return false
  await joinTransaction(scope, () => storeCount(scope, bounty, submission, { address, count: post.counts[social.metric], partner }))
  return true
}

interface CountedPost {
  address: string
  count: number
  partner: EnrolledPartner | null
}

async function storeCount(
  scope: Scope,
  bounty: Bounty,
  submission: BountySubmission,
  { address, count, partner }: CountedPost,
): Promise<void> {
  await lockSubmissions(scope, bounty.id, submission.partnerId)
  await scope.em.refresh(submission)
  // Meanwhile it was approved, or the partner replaced the post.
  if (submission.status === 'approved' || submission.urls?.[0] !== address) return
  const now = scope.now()
  Object.assign(submission, { socialMetricCount: count, socialMetricsLastSyncedAt: now, updatedAt: now })
  const minCount = bounty.submissionRequirements?.socialMetrics?.minCount ?? 0
  const isComplete = count >= minCount && partner !== null && isActivePartner(partner)
  const submitted = isComplete ? nextSubmissionStatus(submission.status, 'submit') : null
  if (submitted) Object.assign(submission, { status: submitted, completedAt: now })
  await scope.em.flush()
  if (submitted) await notifyReviewers(scope, bounty, partner?.name ?? submission.partnerId)
}
