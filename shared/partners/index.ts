/**
 * Partner programs: programs, groups, enrolments, applications and the network. A partner is a person or company of its own; an enrolment
 * makes it a member of one program. Stands on links, customers and tracking. As yet only shapes that webhooks and the description show.
 */
export { ApplicantSchema, EnrolledPartnerSchema, PartnerWithTotalsSchema } from './partner.schema.js'
