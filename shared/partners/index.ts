/**
 * Partner programs: programs, groups, enrolments, applications and the partner network. A partner is a person or company; an enrolment
 * makes it a member of one program. So far this module contains only the schemas used by webhooks and the OpenAPI document.
 */
export { ApplicantSchema, EnrolledPartnerSchema, PartnerWithTotalsSchema } from './partner.schema.js'
