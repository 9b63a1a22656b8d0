/**
 * Partner programs: programs, groups, partners and enrolments. A partner is a person or company and belongs to no workspace; an enrolment
 * makes it a member of one program. Requests act on the default program of their workspace. The totals of an enrolment are the sums over
 * the partner's links in the program; database triggers keep them in the transaction that changes a link. An enrolment copies the rewards
 * and the discount of its group, which the domain `earnings` owns, and has none while it is inactive.
 */
export { ApplicantSchema, EnrolledPartnerSchema, PartnerSummarySchema, PartnerWithTotalsSchema, payoutMethods } from './partner.schema.js'
export { deleteEnrolmentsOfWorkspace } from './enrolments/delete-enrolments-of-workspace.js'
export { Enrolment } from './enrolment.entity.js'
export { PartnerGroup } from './groups/partner-group.entity.js'
export { Partner } from './partner.entity.js'
export { Program } from './programs/program.entity.js'
