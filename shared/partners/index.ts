/**
 * Partner programs: programs, groups, partners and enrolments. A partner is a person or company and belongs to no workspace; an enrolment
 * makes it a member of one program. Requests act on the default program of their workspace. The totals of an enrolment are the sums over
 * the partner's links in the program; database triggers keep them in the transaction that changes a link. An enrolment copies the rewards
 * and the discount of its group, which the domain `earnings` owns, and has none while it is inactive. Every change of a status is announced
 * as `enrolment.changed`. Links of partners are ordinary links with a program and a partner; those that copy a default link of the group
 * follow it by a job.
 */
export {
  ApplicantSchema,
  EnrolledPartnerSchema,
  ListedPartnerSchema,
  enrolmentStatuses,
  networkStatuses,
  OwnLinkSchema,
  PartnerDetailsSchema,
  PartnerLinkSchema,
  PartnerSummarySchema,
  PartnerWithTotalsSchema,
  payoutMethods,
} from './partner.schema.js'
export { PartnerGroup } from './groups/partner-group.entity.js'
export { Enrolment } from './enrolment.entity.js'
export { type IdentityVerificationStatus, Partner, type PartnerChange } from './partner.entity.js'
export { isActive, isExcluded } from './enrolments/enrolment-status.js'
export { removeEnrolment, removeEnrolments } from './enrolments/remove-enrolment.js'
export { Program } from './programs/program.entity.js'
export type { EnrolmentStatus } from './enrolment.entity.js'
export type { PayoutMode } from './programs/program.entity.js'
export { partnerNotEnrolled, programNotFound } from './errors.js'
export { type EnrolmentChange, enrolmentChanged, enrolmentsMoved, enrolmentsTagged, groupDeleted, partnerMerged } from './events.js'
export { finishEnrolmentMerge, type MergedPartner, startEnrolmentMerge } from './merge/merge-enrolments.js'
export { programsOfPartner, retirePartner } from './merge/merge-enrolments.queries.js'
export { mergePartnerAccounts, mergePartnersBodySchema, StartedPartnerMerge } from './merge/merge-partner-accounts.js'
export {
  changeProgramPartnersJob,
  deleteGroupJob,
  exportPartnersJob,
  mergePartnersJob,
  sendPartnerInviteJob,
  syncLinksJob,
} from './jobs.js'
export { ApplicationFormSchema } from './application-form.schema.js'
export { recordActivities } from './activity/record-activities.queries.js'
export { ActivitySchema, listActivitiesQuerySchema } from './activity/activity.schema.js'
export { listActivities } from './activity/list-activities.js'
export * from './comments/partner-comment.schema.js'
export { createPartnerComment, deletePartnerComment, updatePartnerComment } from './comments/change-partner-comments.js'
export { countPartnerComments, listPartnerComments } from './comments/list-partner-comments.js'
export * from './tags/partner-tag.schema.js'
export { assignPartnerTags } from './tags/assign-partner-tags.js'
export { createPartnerTag, deletePartnerTag, updatePartnerTag } from './tags/change-partner-tags.js'
export { countPartnerTags, listPartnerTags } from './tags/list-partner-tags.js'
export * from './invites/partner-invite.schema.js'
export {
  acceptPartnerInvite,
  acceptPartnerInviteByLink,
  declinePartnerInvite,
  declinePartnerInviteByLink,
  readPartnerInvite,
} from './invites/answer-partner-invite.js'
export {
  acceptProgramInvite,
  AnsweredProgramInvite,
  declineProgramInvite,
  listProgramInvites,
  ProgramInviteParams,
  ProgramInviteSchema,
} from './invites/invites-of-user.js'
export { deletePartnerInvite } from './invites/delete-partner-invite.js'
export { invitePartner, invitePartners } from './invites/invite-partner.js'
export { listPartnerInvites } from './invites/list-partner-invites.js'
export { partnerInvitePath } from './invites/partner-invite-path.js'
export { resendPartnerInvite } from './invites/resend-partner-invite.js'
export { sendPartnerInvite } from './invites/send-partner-invite.js'
export { notifyOfGroup, notifyOfStatus } from './emails/notify-partners.js'
export { withPortalLink } from './emails/portal-link.js'
export { exportPartners, exportPartnersQuerySchema, runPartnerExport } from './export/export-partners.js'
export * from './programs/program.schema.js'
export { createProgram } from './programs/create-program.js'
export { changeProgramPartners, deactivateProgram, reactivateProgram } from './programs/deactivate-program.js'
export { stopProgramsOfPlan } from './programs/stop-programs-of-plan.js'
export { deleteProgram } from './programs/delete-program.js'
export { getProgram, listPrograms } from './programs/get-program.js'
export { requireDefaultProgram, requireProgramId } from './programs/require-program.js'
export { requireProgram } from './programs/require-program.js'
export { updateProgram } from './programs/update-program.js'
export * from './groups/group.schema.js'
export { applyMoveRules } from './groups/apply-move-rules.js'
export { hasPendingMoves } from './groups/apply-move-rules.queries.js'
export { isInRange } from './groups/move-rules.js'
export { createGroup } from './groups/create-group.js'
export { createDefaultLink, deleteDefaultLink, listDefaultLinks, updateDefaultLink } from './groups/default-links.js'
export { deleteGroup, finishGroupDeletion } from './groups/delete-group.js'
export { getGroup } from './groups/get-group.js'
export { countGroups, listGroups, listMoveRules } from './groups/list-groups.js'
export { movePartners } from './groups/move-partners.js'
export { setMoveRulesDisabled } from './groups/set-move-rules-disabled.js'
export { setDefaultGroup } from './groups/set-default-group.js'
export { updateGroup } from './groups/update-group.js'
export * from './enrolments/enrolment-query.schema.js'
export * from './enrolments/partner-input.schema.js'
export { enrolledPartners, importPartnerLinks, importPartners } from './enrolments/import-partners.js'
export {
  enrolledPartner,
  type EnrolledByEmail,
  type ImportedPartner,
  importPartner,
  requireProgramDomain,
  undoPartnerImports,
} from './enrolments/import-partner.js'
export { requirePartnersLeft } from './enrolments/count-partner.js'
export { isTrial } from './plan-limits.js'
export { enrolApplicant } from './enrolments/enrol-applicant.js'
export { findOrCreatePartner } from './enrolments/find-or-create-partner.js'
export { withdrawApplicant } from './enrolments/withdraw-applicant.js'
export { ownerScope, programScope } from './links/program-scope.js'
export type { ApplicationRequirement } from './programs/program.entity.js'
export { reapplicationTimeframes } from './enrolment.entity.js'
export { platformTypes, type PlatformType, rejectionReasons } from './partner.schema.js'
export { findEnrolment, requireEnrolment } from './enrolments/require-enrolment.js'
export { approvePartners } from './enrolments/approve-partners.js'
export { changePartner, changePartners } from './enrolments/change-partner.js'
export { createPartner, ensurePartner } from './enrolments/create-partner.js'
export { deleteEnrolmentsOfWorkspace } from './enrolments/delete-enrolments-of-workspace.js'
export { deleteExpiredEnrolments } from './enrolments/delete-expired-enrolments.js'
export { deletePartner, deletePartners } from './enrolments/delete-partner.js'
export { platformsOfPartner } from './enrolments/enrolment-list.queries.js'
export { getPartner } from './enrolments/get-partner.js'
export { countPartnersOfProgram, listPartners } from './enrolments/list-partners.js'
export { findNetworkActivity, NetworkActivity } from './enrolments/find-network-activity.js'
export { rejectApplicants, rejectPartners } from './enrolments/reject-partners.js'
export { updateEnrolment } from './enrolments/update-enrolment.js'
export {
  changeOwnLinkSchema,
  createPartnerLinkSchema,
  retrievePartnerLinksSchema,
  upsertPartnerLinkSchema,
} from './links/partner-link.schema.js'
export { createPartnerLink, upsertPartnerLink } from './links/create-partner-link.js'
export { createOwnLink, deleteOwnLink, listOwnLinks, updateOwnLink } from './links/own-links.js'
export { listPartnerLinks } from './links/list-partner-links.js'
export { syncLinks } from './links/sync-links.js'
export { syncLinksOfTemplate } from './groups/sync-links-of-template.js'
export { isEarned } from './analytics/earned.queries.js'
export {
  EmbedAnalytics,
  OwnAnalytics,
  type OwnAnalyticsQuery,
  ownAnalyticsQuerySchema,
  PartnerAnalytics,
  partnerAnalyticsQuerySchema,
} from './analytics/partner-analytics.schema.js'
export { retrieveOwnAnalytics } from './analytics/retrieve-own-analytics.js'
export { retrievePartnerAnalytics } from './analytics/retrieve-partner-analytics.js'
export { getReferral, PartnerReferral, resolveReferrer } from './enrolments/referrer.js'
