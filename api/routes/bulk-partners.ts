/** Operations on several partners at once, their export, and the merge of two accounts. */
import { plansWith } from '../../shared/accounts/index.js'
import {
  approvePartners,
  bulkApproveSchema,
  bulkBanSchema,
  bulkPartnersSchema,
  bulkRejectSchema,
  ChangedPartners,
  changePartners,
  deletePartners,
  exportPartners,
  exportPartnersQuerySchema,
  mergePartnerAccounts,
  mergePartnersBodySchema,
  rejectPartners,
  StartedPartnerMerge,
} from '../../shared/partners/index.js'
import { adminOwner } from '../access/admin.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'
import { fileOrJob } from '../http/reply.js'

const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans } as const
const row = { access: workspace('groups.write'), rate: 'api', plans, method: 'POST', hidden: true, output: ChangedPartners } as const

export const bulkPartners = [
  endpoint({
    ...read,
    id: 'exportPartners',
    method: 'GET',
    path: '/partners/export',
    hidden: true,
    summary: 'Export partners as a CSV file',
    description: 'More than 1,000 partners are exported by a background operation.',
    query: exportPartnersQuerySchema,
    run: async ({ scope, query }) => fileOrJob(await exportPartners(scope, query)),
  }),
  endpoint({
    ...row,
    id: 'bulkBanPartners',
    path: '/partners/ban/bulk',
    summary: 'Ban partners',
    body: bulkBanSchema,
    run: ({ scope, body: { partnerIds, reason } }) => changePartners(scope, partnerIds, { operation: 'ban', reason }),
  }),
  endpoint({
    ...row,
    id: 'bulkDeactivatePartners',
    path: '/partners/deactivate/bulk',
    summary: 'Deactivate partners',
    body: bulkPartnersSchema,
    run: ({ scope, body }) => changePartners(scope, body.partnerIds, { operation: 'deactivate' }),
  }),
  endpoint({
    ...row,
    id: 'bulkArchivePartners',
    path: '/partners/archive/bulk',
    summary: 'Archive approved partners, and take archived ones back',
    body: bulkPartnersSchema,
    run: ({ scope, body }) => changePartners(scope, body.partnerIds, { operation: 'archive' }),
  }),
  endpoint({
    ...row,
    id: 'bulkApprovePartners',
    path: '/partners/approve/bulk',
    summary: 'Approve applications',
    body: bulkApproveSchema,
    run: ({ scope, body }) => approvePartners(scope, body),
  }),
  endpoint({
    ...row,
    id: 'bulkRejectPartners',
    path: '/partners/reject/bulk',
    summary: 'Reject applications',
    body: bulkRejectSchema,
    run: ({ scope, body }) => rejectPartners(scope, body),
  }),
  endpoint({
    ...row,
    id: 'bulkUnbanPartners',
    path: '/partners/unban/bulk',
    summary: 'Take back the bans of partners',
    body: bulkPartnersSchema,
    run: ({ scope, body }) => changePartners(scope, body.partnerIds, { operation: 'unban' }),
  }),
  endpoint({
    ...row,
    id: 'bulkReactivatePartners',
    path: '/partners/reactivate/bulk',
    summary: 'Reactivate deactivated partners',
    body: bulkPartnersSchema,
    run: ({ scope, body }) => changePartners(scope, body.partnerIds, { operation: 'reactivate' }),
  }),
  endpoint({
    ...row,
    id: 'bulkDeletePartners',
    path: '/partners/delete/bulk',
    summary: 'Remove deactivated or banned partners without activity',
    body: bulkPartnersSchema,
    run: ({ scope, body }) => deletePartners(scope, body.partnerIds),
  }),
  endpoint({
    id: 'mergePartners',
    method: 'POST',
    path: '/admin/partners/merge',
    hidden: true,
    summary: 'Merge two accounts of one partner, in all programs',
    access: adminOwner,
    rate: 'none',
    status: 202,
    body: mergePartnersBodySchema,
    output: StartedPartnerMerge,
    run: ({ scope, body }) => mergePartnerAccounts(scope, body),
  }),
]
