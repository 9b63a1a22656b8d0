/** Reads the views or likes of submitted posts again. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { inTransaction, isInTransaction, type Scope } from '../../kernel/scope.js'
import type { Bounty } from '../bounty.entity.js'
import { findEnrolledPartner } from '../bounty.queries.js'
import { bountyEnded, bountyNotStarted, bountyWithoutMetrics, postNotFound, submissionIsApproved, submissionNotFound } from '../errors.js'
import { syncSocialMetricsJob } from '../jobs.js'
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
    const enqueue = async () => scope.enqueue(syncSocialMetricsJob, { bountyId })
    await (isInTransaction(scope) ? enqueue() : inTransaction(scope, enqueue))
    return { success: true }
  }
  const submission = await scope.em.findOne(BountySubmission, { id: submissionId, bountyId })
  if (!submission) throw submissionNotFound()
  if (submission.status === 'approved') throw submissionIsApproved()
  const address = submission.urls?.[0] ?? ''
  const account = await accountOf(scope, submission.partnerId, social.platform)
  if (!(await syncSubmission(scope, bounty, submission, account))) throw postNotFound(address)
  return { success: true }
}

/** Stores the count of the post; a draft that reaches the minimum is submitted. False if there is no such post. */
export async function syncSubmission(
  scope: Scope,
  bounty: Bounty,
  submission: BountySubmission,
  account: SocialAccount | null,
): Promise<boolean> {
  const social = bounty.submissionRequirements?.socialMetrics
  const address = submission.urls?.[0]
  if (!social || address === undefined) return false
  const post = await requireMetricsSource(scope, social.platform).readPost(address, account?.handle ?? null)
  if (!post) return false
  const store = () => storeCount(scope, bounty, submission, post.counts[social.metric])
  await (isInTransaction(scope) ? store() : inTransaction(scope, store))
  return true
}

async function storeCount(scope: Scope, bounty: Bounty, submission: BountySubmission, count: number): Promise<void> {
  await lockSubmissions(scope, bounty.id, submission.partnerId)
  await scope.em.refresh(submission)
  if (submission.status === 'approved') return
  const now = scope.now()
  Object.assign(submission, { socialMetricCount: count, socialMetricsLastSyncedAt: now, updatedAt: now })
  const minCount = bounty.submissionRequirements?.socialMetrics?.minCount ?? 0
  const submitted = count >= minCount ? nextSubmissionStatus(submission.status, 'submit') : null
  if (submitted) Object.assign(submission, { status: submitted, completedAt: now })
  await scope.em.flush()
  if (!submitted) return
  const partner = await findEnrolledPartner(scope, submission.programId, submission.partnerId)
  await notifyReviewers(scope, bounty, partner?.name ?? submission.partnerId)
}
