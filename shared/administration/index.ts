/**
 * What operators see and change over all workspaces, beside what each domain offers for its own data: platform administrators, the log of
 * what operators changed, workspaces, users, links and partners.
 */
export {
  appointPlatformAdmin,
  appointPlatformAdminSchema,
  AppointedPlatformAdmin,
  getOwnPlatformRole,
  listPlatformAdmins,
  OwnPlatformRole,
  PlatformAdmins,
} from './administrators/platform-admins.js'
export { findPlatformRole } from './administrators/platform-admins.queries.js'
export { exportAuditEntries, listAuditEntries, recordAdminWrite, runAuditExport } from './audit/audit-entries.js'
export {
  AuditEntries,
  exportAuditEntriesJob,
  exportAuditEntriesQuerySchema,
  getAuditEntriesQuerySchema,
} from './audit/audit-entry.schema.js'
export { adminRoleMissing, loginRequired, notAnAdmin } from './errors.js'
export { getPartnerDetails, PartnerDetailsSchema } from './partner-details.js'
export { listRecentPrograms, recentProgramsQuerySchema, RecentProgramsSchema } from './recent-programs.js'
export { adminAnalytics, adminAnalyticsQuerySchema, adminEvents, adminEventsQuerySchema } from './figures/all-workspaces.js'
export { adminCommissions, adminPayouts, paypalPayouts, revenue, stablecoinPayouts, topPrograms } from './figures/figures.js'
export {
  AdminCommissions,
  adminCommissionsQuerySchema,
  AdminPayouts,
  adminPayoutsQuerySchema,
  paypalPayoutsQuerySchema,
  PayoutsToPay,
  Revenue,
  revenueQuerySchema,
  stablecoinPayoutsQuerySchema,
  TopPrograms,
  topProgramsQuerySchema,
} from './figures/figures.schema.js'
export {
  countryBodySchema,
  networkStatusBodySchema,
  NetworkStatusOfPartner,
  setNetworkStatus,
  setPartnerCountry,
  verifyIdentity,
} from './partners/change-partner.js'
export { deletePartnerAccount, verifyPlatform } from './partners/partner-account.js'
export { countPartnersForOperator, listPartnersForOperator, listSharedPlatforms } from './partners/partner-lists.js'
export {
  countPartnersQuerySchema,
  listPartnersQuerySchema,
  PartnerAccountDeletion,
  PartnerCount,
  PartnersForOperator,
  SharedPlatforms,
  VerifiedPlatform,
  verifyPlatformBodySchema,
} from './partners/partner-lists.schema.js'
export {
  distrustPartner,
  distrustPartnerBodySchema,
  listTrustedPartners,
  TrustedPartner,
  TrustedPartners,
  trustPartner,
  trustPartnerBodySchema,
} from './partners/trusted-partners.js'
export { banLink, countLinksForOperator, listLinksForOperator } from './links/links.js'
export {
  BannedLink,
  banLinkQuerySchema,
  countLinksQuerySchema,
  LinkCountForOperator,
  LinksForOperator,
  listLinksQuerySchema,
} from './links/links.schema.js'
export { banUser, banUserBodySchema } from './users/ban-user.js'
export { impersonate, impersonateBodySchema, Impersonation } from './users/impersonate.js'
export { getUserForOperator, listUsersForOperator } from './users/list-users.js'
export { listUsersQuerySchema, UserDetails, UserParams, UsersForOperator } from './users/user.schema.js'
export { disableWorkspace, restoreWorkspace, switchLinks, switchLinksJob, workspaceSlugBodySchema } from './workspaces/disable-workspace.js'
export { deleteProgramJob, runProgramDeletion, StartedProgramDeletion, startProgramDeletion } from './workspaces/delete-program.js'
export {
  applyIdentityResult,
  identityResultRate,
  identityResultSchema,
  type IdentityResultScope,
  verifyIdentityResult,
} from './providers/identity-results.js'
export { IdentitySession, prepareIdentitySession, storeIdentitySession } from './providers/identity-session.js'
export { refreshDomain, refreshDomainBodySchema } from './providers/refresh-domain.js'
export {
  DomainRenewal,
  PremiumRegistration,
  registerPremiumBodySchema,
  purchasePremiumDomain,
  storePremiumPurchase,
  renewDomainBodySchema,
  renewRegisteredDomain,
  searchAvailability,
  searchAvailabilityQuerySchema,
} from './providers/registered-domains.js'
export { inviteToSlack, SlackInvite, slackInviteBodySchema } from './providers/slack.js'
export { Success } from './success.schema.js'
