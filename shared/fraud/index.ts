/**
 * Fraud detection of partner programs. Every new commission is checked against the rules of its program (`detect-risks.ts` is a pure
 * function), and partners are compared with each other when their payout details change. What is found is collected in groups: at most one
 * pending group for each partner and rule. A suspected conversion holds its commission; a suspicion of the partner itself holds all of
 * them. Held commissions are released when their groups are resolved or expire. A program reports a banned or rejected partner to the
 * operator, whose confirmation warns the other programs of the partner.
 */
export { refreshDisposableDomains } from './detection/refresh-disposable-domains.js'
export {
  FraudAlertList,
  FraudAlertParams,
  FraudAlertReviewed,
  FraudAlertSchema,
  getAllFraudAlertsQuerySchema,
  getFraudAlertsQuerySchema,
  reportPartnerBodySchema,
  reviewFraudAlertBodySchema,
} from './alerts/fraud-alert.schema.js'
export { listFraudAlerts, reportPartner, reportRejectedApplicants } from './alerts/report-partner.js'
export { listAllFraudAlerts, reportBan, reviewFraudAlert } from './alerts/review-fraud-alert.js'
export { applyEnrolmentChangeToGroups } from './apply-enrolment-change.js'
export { checkNewCommissions, detectCommissionRisks } from './detection/detect-commission-risks.js'
export { checkDuplicates } from './detection/detect-duplicate-partners.js'
export { isHighRisk } from './detection/is-high-risk.js'
export { moveEventsOfMergedCustomer } from './groups/fraud-group.queries.js'
export { moveSuspicionsOfMergedPartner } from './groups/move-merged-partner.js'
export {
  countFraudEventsQuerySchema,
  countFraudGroupsQuerySchema,
  FraudEventSchema,
  FraudGroupCount,
  FraudGroupParams,
  FraudGroupSchema,
  getFraudEventsQuerySchema,
  getFraudGroupsQuerySchema,
  resolveFraudGroupBodySchema,
  resolveFraudGroupsBodySchema,
  ReleaseAllHeldCommissions,
  ResolvedFraudGroups,
} from './groups/fraud-group.schema.js'
export { countFraudEvents, countFraudGroups, listFraudEvents, listFraudGroups } from './groups/list-fraud-groups.js'
export { releaseAllHeldCommissions, releaseHeldCommissions, releaseHoldsOfLowerPlans } from './groups/release-held-commissions.js'
export { expireFraudGroups, resolveFraudGroups } from './groups/resolve-groups.js'
export { checkDuplicatesJob, releaseHeldCommissionsJob, reportBanJob } from './jobs.js'
export { listFraudRules, updateFraudRules } from './rules/change-fraud-rules.js'
export { FraudRuleSchema, FraudRulesUpdated, updateFraudRulesBodySchema } from './rules/fraud-rule.schema.js'
export { sendFraudSummaries } from './summary/send-fraud-summaries.js'
export { ApplicationRisks, getApplicationRisks } from './detection/application-risks.js'
