import {
  appointPlatformAdmin,
  appointPlatformAdminSchema,
  AppointedPlatformAdmin,
  AuditEntries,
  exportAuditEntries,
  exportAuditEntriesQuerySchema,
  getAuditEntriesQuerySchema,
  getOwnPlatformRole,
  getPartnerDetails,
  listAuditEntries,
  listPlatformAdmins,
  listRecentPrograms,
  OwnPlatformRole,
  PartnerDetailsSchema,
  PlatformAdmins,
  recentProgramsQuerySchema,
  RecentProgramsSchema,
} from '../../shared/administration/index.js'
import { PartnerParams } from '../../shared/partners/index.js'
import { admin, adminOwner } from '../access/admin.js'
import { user } from '../access/user.js'
import { endpoint } from '../endpoint.js'
import { fileOrJob } from '../http/reply.js'

const reads = { access: admin, rate: 'none', hidden: true } as const
const ownerWrites = { access: adminOwner, rate: 'none', hidden: true } as const

export const administration = [
  endpoint({
    id: 'getPlatformRole',
    method: 'GET',
    path: '/user/platform-role',
    hidden: true,
    access: user,
    rate: 'api',
    output: OwnPlatformRole,
    run: ({ scope }) => getOwnPlatformRole(scope),
  }),
  endpoint({
    ...reads,
    id: 'listRecentPrograms',
    method: 'GET',
    path: '/admin/programs/recent',
    summary: 'List the programs that were created last',
    query: recentProgramsQuerySchema,
    output: RecentProgramsSchema,
    run: ({ scope, query }) => listRecentPrograms(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'getPartnerDetails',
    method: 'GET',
    path: '/admin/partners/{partnerId}',
    summary: 'Retrieve what the operator needs to judge a partner',
    params: PartnerParams,
    output: PartnerDetailsSchema,
    run: ({ scope, params }) => getPartnerDetails(scope, params.partnerId),
  }),
  endpoint({
    ...reads,
    id: 'listPlatformAdmins',
    method: 'GET',
    path: '/admin/administrators',
    summary: 'List the platform administrators',
    output: PlatformAdmins,
    run: ({ scope }) => listPlatformAdmins(scope),
  }),
  endpoint({
    ...ownerWrites,
    id: 'appointPlatformAdmin',
    method: 'PATCH',
    path: '/admin/administrators',
    summary: 'Appoint a platform administrator, or end the appointment',
    body: appointPlatformAdminSchema,
    output: AppointedPlatformAdmin,
    run: ({ scope, body }) => appointPlatformAdmin(scope, body),
  }),
  endpoint({
    ...reads,
    id: 'listAuditEntries',
    method: 'GET',
    path: '/admin/audit-entries',
    summary: 'List what operators changed',
    query: getAuditEntriesQuerySchema,
    output: AuditEntries,
    run: ({ scope, query }) => listAuditEntries(scope, query),
  }),
  endpoint({
    ...reads,
    id: 'exportAuditEntries',
    method: 'GET',
    path: '/admin/audit-entries/export',
    summary: 'Export what operators changed as CSV',
    description: 'With more than 1,000 entries, a job writes the file, and the platform administrator gets an email with its address.',
    contentTypes: ['text/csv'],
    query: exportAuditEntriesQuerySchema,
    run: async ({ scope, query }) => fileOrJob(await exportAuditEntries(scope, query)),
  }),
]
