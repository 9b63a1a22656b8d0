/** A partner submits for a bounty, or saves a draft. */
import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { joinTransaction, type Scope } from '../../kernel/scope.js'
import { requireProgramId } from '../../partners/index.js'
import type { Bounty } from '../bounty.entity.js'
import { audiencesOf, type EnrolledPartner } from '../bounty.queries.js'
import { type Audience, isActivePartner, isOpenForPartner } from '../eligibility.js'
import {
  alreadySubmitted,
  partnerInactive,
  partnerNotEligible,
  performanceIsCounted,
  periodMissing,
  periodNotOpen,
  periodUnknown,
  submissionInvalid,
  submissionsNotOpen,
} from '../errors.js'
import { type PartnerOfProgram, requireEnrolledPartner } from '../get-bounty.js'
import { effectivePeriod, isWithin, submissionPeriod } from '../periods.js'
import { requireBountyOf } from '../require-bounty.js'
import type { Post } from '../social/metrics-source.js'
import { readPostOfPartner } from '../social/read-post.js'
import { contentError } from './check-submission.js'
import { notifyReviewers } from './notify.js'
import { presentSubmission } from './present-submission.js'
import { requireUploadedFiles } from './store-file.js'
import { nextSubmissionStatus } from './submission-states.js'
import { BountySubmission } from './submission.entity.js'
import { lockSubmissions } from './submission.queries.js'
import type { CreateSubmission, SubmissionInput, SubmissionResponse } from './submission.schema.js'

/** A workspace submits for one of its partners. */
export const createSubmission = (
  scope: WorkspaceScope,
  bountyId: string,
  { partnerId, ...input }: CreateSubmission,
): Promise<SubmissionResponse> => submitToBounty(scope, { programId: requireProgramId(scope), partnerId }, bountyId, input)

/**
 * Stores the submission of a partner for a period. A post is read from its platform before the transaction; its count decides whether the
 * submission is complete.
 */
export async function submitToBounty(
  scope: Scope,
  ref: PartnerOfProgram,
  bountyId: string,
  input: SubmissionInput,
): Promise<SubmissionResponse> {
  const bounty = await requireBountyOf(scope, ref.programId, bountyId)
  const partner = await requireEnrolledPartner(scope, ref)
  await requireOpen(scope, bounty, partner)
  const isDraft = input.isDraft && !bounty.submissionRequirements?.socialMetrics
  if (!isDraft && bounty.submissionsOpenAt && scope.now() < bounty.submissionsOpenAt) throw submissionsNotOpen(bounty.submissionsOpenAt)
  const periodNumber = requirePeriod(bounty, partner, input.periodNumber, scope.now())
  const message = contentError(bounty.submissionRequirements ?? null, input, isDraft)
  if (message !== null) throw submissionInvalid(message)
  const post = await readPostOfPartner(scope, bounty, partner, input.urls?.[0])
  return joinTransaction(scope, () => storeSubmission(scope, { bounty, partner, periodNumber, input, isDraft, post }))
}

async function requireOpen(scope: Scope, bounty: Bounty, partner: EnrolledPartner): Promise<void> {
  if (bounty.type === 'performance') throw performanceIsCounted()
  if (!isActivePartner(partner)) throw partnerInactive(partner.status)
  const audience = (await audiencesOf(scope, [bounty.id])).get(bounty.id) as Audience
  if (!isOpenForPartner(bounty, audience, partner, scope.now())) throw partnerNotEligible()
}

function requirePeriod(bounty: Bounty, partner: EnrolledPartner, number: number | undefined, now: Date): number {
  const { maxSubmissions: max, submissionFrequency: frequency } = bounty
  if (max === 1) return 1
  if (number === undefined) throw periodMissing(max)
  if (number > max) throw periodUnknown(max)
  const period = submissionPeriod(frequency, effectivePeriod(bounty, partner.enrolledAt), number)
  if (!isWithin(period, now)) throw periodNotOpen(number, period.start <= now)
  return number
}

interface Submitted {
  bounty: Bounty
  partner: EnrolledPartner
  periodNumber: number
  input: SubmissionInput
  isDraft: boolean
  post: Post | null
}

async function storeSubmission(scope: Scope, submitted: Submitted): Promise<SubmissionResponse> {
  const { bounty, partner, periodNumber, input, isDraft, post } = submitted
  const { em, now } = scope
  await lockSubmissions(scope, bounty.id, partner.partnerId)
  await requireUploadedFiles(scope, bounty.id, partner.partnerId, input.files ?? [])
  const key = { bountyId: bounty.id, partnerId: partner.partnerId, periodNumber }
  const found = await em.findOne(BountySubmission, key, { refresh: true })
  const social = bounty.submissionRequirements?.socialMetrics
  const count = post && social ? post.counts[social.metric] : null
  const operation = isDraft || (social && (count ?? 0) < (social.minCount ?? 0)) ? 'edit' : 'submit'
  const status = nextSubmissionStatus(found?.status ?? 'draft', operation)
  if (status === null) throw alreadySubmitted()
  const at = now()
  const fields = {
    status,
    description: input.description ?? null,
    urls: input.urls ?? null,
    files: input.files ?? null,
    socialMetricCount: count,
    socialMetricsLastSyncedAt: post ? at : null,
    completedAt: status === 'submitted' ? at : null,
    updatedAt: at,
  }
  const submission = found
    ? em.assign(found, fields)
    : em.create(BountySubmission, {
        id: newId('bnty_sub_', at.getTime()),
        ...key,
        programId: bounty.programId,
        performanceCount: null,
        createdAt: at,
        ...fields,
      })
  await em.persistAndFlush(submission)
  if (status === 'submitted') await notifyReviewers(scope, bounty, partner.name)
  return presentSubmission(submission)
}
