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
  enrolmentStatuses,
  PartnerDetailsSchema,
  PartnerLinkSchema,
  PartnerSummarySchema,
  PartnerWithTotalsSchema,
  payoutMethods,
} from './partner.schema.js'
export type { EnrolmentStatus } from './enrolment.entity.js'
export { noProgram } from './errors.js'
export { type EnrolmentChange, enrolmentChanged } from './events.js'
export { changeProgramPartnersJob, deleteGroupJob, syncLinksJob } from './jobs.js'
export * from './programs/program.schema.js'
export { createProgram } from './programs/create-program.js'
export { changeProgramPartners, deactivateProgram, reactivateProgram } from './programs/deactivate-program.js'
export { deleteProgram } from './programs/delete-program.js'
export { getProgram, listPrograms } from './programs/get-program.js'
export { updateProgram } from './programs/update-program.js'
export * from './groups/group.schema.js'
export { createGroup } from './groups/create-group.js'
export { createDefaultLink, deleteDefaultLink, listDefaultLinks, updateDefaultLink } from './groups/default-links.js'
export { deleteGroup, finishGroupDeletion } from './groups/delete-group.js'
export { getGroup } from './groups/get-group.js'
export { countGroups, listGroups, listMoveRules } from './groups/list-groups.js'
export { movePartners } from './groups/move-partners.js'
export { setDefaultGroup } from './groups/set-default-group.js'
export { updateGroup } from './groups/update-group.js'
export * from './enrolments/enrolment-query.schema.js'
export * from './enrolments/partner-input.schema.js'
export { approvePartners } from './enrolments/approve-partners.js'
export { changePartner, changePartners } from './enrolments/change-partner.js'
export { createPartner } from './enrolments/create-partner.js'
export { deleteEnrolmentsOfWorkspace } from './enrolments/delete-enrolments-of-workspace.js'
export { deletePartner } from './enrolments/delete-partner.js'
export { getPartner } from './enrolments/get-partner.js'
export { countPartnersOfProgram, listPartners } from './enrolments/list-partners.js'
export { updateEnrolment } from './enrolments/update-enrolment.js'
export { createPartnerLinkSchema, retrievePartnerLinksSchema, upsertPartnerLinkSchema } from './links/partner-link.schema.js'
export { createPartnerLink, upsertPartnerLink } from './links/create-partner-link.js'
export { listPartnerLinks } from './links/list-partner-links.js'
export { syncLinks } from './links/sync-links.js'
export { PartnerAnalytics, partnerAnalyticsQuerySchema } from './analytics/partner-analytics.schema.js'
export { retrievePartnerAnalytics } from './analytics/retrieve-partner-analytics.js'
