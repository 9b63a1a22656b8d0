/**
 * What a partner sees and does in its programs: links, statistics, earnings, customers, payouts, bounties and referrals. Requests act for
 * an owner of the workspace, on data of the partner only; personal data of customers is masked unless the program shares it.
 */
export {
  changeOwnPayoutSettings,
  changeOwnPayoutSettingsSchema,
  getOwnPayoutSettings,
  OwnPayoutSettings,
} from './payouts/own-payout-settings.js'
export {
  countOwnPayouts,
  exportOwnPayouts,
  countOwnPayoutsQuerySchema,
  listOwnPayouts,
  OwnPayout,
  OwnPayoutCount,
  ownPayoutsQuerySchema,
} from './payouts/own-payouts.js'
export { ownProgramScope, requireOwnProgram } from './program-scope.js'
export { listOwnActivities, OwnActivity, ownActivitiesQuerySchema } from './programs/own-activities.js'
export {
  acceptOwnInvite,
  countOwnPrograms,
  declineOwnInvite,
  getOwnGroup,
  getOwnProgram,
  listOwnPrograms,
} from './programs/own-programs.js'
export {
  countOwnProgramsQuerySchema,
  getOwnProgramsQuerySchema,
  OwnGroupParams,
  OwnGroupSchema,
  OwnLinkParams,
  OwnProgramParams,
  ProgramDetailsSchema,
  ProgramOfPartnerSchema,
} from './programs/program-of-partner.schema.js'
export { exportOwnCustomersJob, exportOwnEarningsJob, exportOwnEventsJob } from './jobs.js'
export {
  exportOwnCustomers,
  exportOwnEarnings,
  exportOwnEarningsQuerySchema,
  exportOwnEvents,
  exportOwnEventsQuerySchema,
  ownerOf,
  runOwnCustomersExport,
  runOwnEarningsExport,
  runOwnEventsExport,
} from './statistics/export-own-rows.js'
export { exportOwnAnalytics } from './statistics/export-own-statistics.js'
export {
  countOwnCustomers,
  countOwnCustomersQuerySchema,
  getOwnCustomer,
  listOwnCustomers,
  OwnCustomer,
  exportOwnCustomersQuerySchema,
  OwnCustomerParams,
  ownCustomersQuerySchema,
} from './statistics/own-customers.js'
export {
  countOwnEarnings,
  countOwnEarningsQuerySchema,
  listOwnEarnings,
  OwnEarning,
  OwnEarningsCount,
  ownEarningsQuerySchema,
  ownEarningsSeries,
  OwnEarningsSeries,
  ownEarningsSeriesQuerySchema,
  summariseOwnEarnings,
} from './statistics/own-earnings.js'
export { listOwnEvents, OwnEvents, ownEventsQuerySchema } from './statistics/own-events.js'
export {
  countOwnReferrals,
  getReferralSeries,
  getReferralStats,
  listReferralsToProgram,
  listReferredPartners,
  NetworkReferral,
  OwnReferral,
  ReferralSeries,
  referralSeriesQuerySchema,
  referralsQuerySchema,
  ReferralStats,
} from './statistics/referrals.js'
export { yearInReview, YearInReview, yearQuerySchema } from './statistics/year-in-review.js'
export { sendProgramSummaries } from './summary/send-program-summaries.js'
