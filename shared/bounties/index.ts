/**
 * Bounties: tasks for partners of a program, with a reward for those who fulfil them. A performance bounty counts what partners achieve;
 * for a submission bounty they send images, addresses or a post whose views or likes are counted. A bounty is for all partners, or for
 * groups and tags; it is open in an absolute time, or in a time that begins with each enrolment. An approved submission is awarded by a
 * commission of the domain `earnings`.
 *
 * A trigger notes every partner whose totals change, in the transaction of the change. A job then counts what the partner achieved in the
 * time of each bounty, from the events themselves, so counting again changes nothing.
 */
export {
  BountyParams,
  BountySchema,
  createBountyBodySchema,
  DeletedBounty,
  getBountiesQuerySchema,
  updateBountyBodySchema,
} from './bounty.schema.js'
export { getBountyOfPartner, OwnBountySchema, PostMetrics, postMetricsOfPartner, PostQuery } from './bounty-of-partner.js'
export { createBounty } from './create-bounty.js'
export { deleteBountiesOfWorkspace } from './delete-bounties-of-workspace.js'
export { deleteBounty, getBounty, listBounties, listBountiesOfPartner } from './get-bounty.js'
export { notifyPartnersJob, openBountyJob, syncSocialMetricsJob } from './jobs.js'
export { closeBounties, notifyPartners, openBounties } from './open-bounties.js'
export { setPerformanceDisabled } from './performance/set-performance-disabled.js'
export { countActivePartner, countPerformance } from './performance/count-performance.js'
export { hasPendingCounts, planCountsOfPartners } from './performance/pending-counts.queries.js'
export { type ProfilePlatform, profilePlatforms, profileReader, type SocialProfile } from './social/profile-source.js'
export { SyncSocialMetrics, SyncStarted } from './social/sync.schema.js'
export { syncAllSocialMetrics } from './social/sync-all-metrics.js'
export { syncSocialMetrics } from './social/sync-metrics.js'
export { applyBanToSubmissions, moveSubmissionsOfMergedPartner } from './submissions/partner-changes.queries.js'
export { countSubmissions, listSubmissions } from './submissions/list-submissions.js'
export { remindPartners } from './submissions/remind-partners.js'
export { approveSubmission, getSubmission, rejectSubmission, reopenSubmission } from './submissions/review-submission.js'
export {
  FileInput,
  prepareFile,
  prepareFileOfPartner,
  UploadedFile,
  uploadFile,
  uploadFileBodySchema,
  uploadFileOfPartner,
} from './submissions/store-file.js'
export {
  approveSubmissionBodySchema,
  createSubmissionBodySchema,
  getSubmissionsQuerySchema,
  rejectSubmissionBodySchema,
  SubmissionCount,
  SubmissionDetailsSchema,
  SubmissionInput,
  SubmissionParams,
  SubmissionSchema,
} from './submissions/submission.schema.js'
export { createSubmission, submitToBounty } from './submissions/submit.js'
export { updateBounty } from './update-bounty.js'
