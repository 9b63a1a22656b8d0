/**
 * What operators see and change over all workspaces, beside what each domain offers for its own data: platform administrators, the log of
 * what operators changed, workspaces, users, links and partners.
 */
export {
  appointPlatformAdmin,
  appointPlatformAdminSchema,
  AppointedPlatformAdmin,
  listPlatformAdmins,
  PlatformAdmins,
} from './administrators/platform-admins.js'
export { findPlatformRole } from './administrators/platform-admins.queries.js'
export { exportAuditEntries, listAuditEntries, recordAdminWrite } from './audit/audit-entries.js'
export { AuditEntries, exportAuditEntriesQuerySchema, getAuditEntriesQuerySchema } from './audit/audit-entry.schema.js'
export { adminRoleMissing, loginRequired, notAnAdmin } from './errors.js'
export { getPartnerDetails, PartnerDetailsSchema } from './partner-details.js'
export { listRecentPrograms, recentProgramsQuerySchema, RecentProgramsSchema } from './recent-programs.js'
