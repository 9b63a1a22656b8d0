import type { BountySubmission } from './submission.entity.js'
import type { SubmissionResponse } from './submission.schema.js'

const iso = (date: Date | null | undefined) => date?.toISOString() ?? null

export const presentSubmission = (submission: BountySubmission): SubmissionResponse => ({
  id: submission.id,
  bountyId: submission.bountyId,
  partnerId: submission.partnerId,
  description: submission.description ?? null,
  urls: submission.urls ?? null,
  files: submission.files ?? null,
  status: submission.status,
  performanceCount: submission.performanceCount ?? null,
  socialMetricCount: submission.socialMetricCount ?? null,
  socialMetricsLastSyncedAt: iso(submission.socialMetricsLastSyncedAt),
  createdAt: submission.createdAt.toISOString(),
  completedAt: iso(submission.completedAt),
  reviewedAt: iso(submission.reviewedAt),
  rejectionReason: submission.rejectionReason ?? null,
  rejectionNote: submission.rejectionNote ?? null,
  periodNumber: submission.periodNumber,
})
