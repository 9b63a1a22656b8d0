/** What the operator sees of all workspaces and of partners, beside what each domain shows of its own data. */
export { getPartnerDetails, PartnerDetailsSchema } from './partner-details.js'
export { listRecentPrograms, recentProgramsQuerySchema, RecentProgramsSchema } from './recent-programs.js'
