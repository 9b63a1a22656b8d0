import { plansWith } from '../../shared/accounts/index.js'
import { storeImages } from '../../shared/files/index.js'
import { ApplicationRisks, getApplicationRisks } from '../../shared/fraud/index.js'
import {
  banPartnerSchema,
  ChangedPartner,
  changePartner,
  countPartnersOfProgram,
  countPartnersQuerySchema,
  createPartner,
  createPartnerSchema,
  deactivatePartnerSchema,
  deletePartner,
  EnrolledPartnerSchema,
  ListedPartnerSchema,
  findNetworkActivity,
  getPartner,
  getFilteredPartnersQuerySchema,
  listPartners,
  getReferral,
  NetworkActivity,
  PartnerReferral,
  PartnerAnalytics,
  partnerAnalyticsQuerySchema,
  PartnerCount,
  PartnerDetailsSchema,
  PartnerParams,
  retrievePartnerAnalytics,
  updateEnrolment,
  updateEnrolmentSchema,
  requireDefaultProgram,
} from '../../shared/partners/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const tag = 'Partners'
const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans } as const
const write = { access: workspace('groups.write'), rate: 'api', plans } as const

export const partners = [
  endpoint({
    ...write,
    id: 'createPartner',
    sdk: 'partners.create',
    tag,
    method: 'POST',
    path: '/partners',
    summary: 'Create or update a partner',
    description:
      'Enrols a partner in the program of the workspace, with a link for each default link of the group. A partner who is enrolled ' +
      'already, by email address or `tenantId`, is returned as it is; only its `tenantId` is updated.',
    status: 201,
    fails: ['not_found', 'conflict'],
    body: createPartnerSchema,
    output: EnrolledPartnerSchema,
    prepare: ({ scope, body }) => storeImages(scope, body, ['image', 'linkProps.image'], requireDefaultProgram),
    run: ({ scope, body }) => createPartner(scope, body),
  }),
  endpoint({
    ...read,
    id: 'listPartners',
    sdk: 'partners.list',
    tag,
    method: 'GET',
    path: '/partners',
    summary: 'List partners',
    description: 'Each partner has its totals and up to 100 of its links; `GET /partners/links` returns all links of a partner.',
    query: getFilteredPartnersQuerySchema,
    output: ListedPartnerSchema.array(),
    run: ({ scope, query }) => listPartners(scope, query),
  }),
  endpoint({
    ...read,
    id: 'countPartners',
    method: 'GET',
    path: '/partners/count',
    hidden: true,
    summary: 'Count partners',
    query: countPartnersQuerySchema,
    output: PartnerCount,
    run: ({ scope, query }) => countPartnersOfProgram(scope, query),
  }),
  endpoint({
    ...write,
    id: 'banPartner',
    sdk: 'partners.ban',
    tag,
    method: 'POST',
    path: '/partners/ban',
    summary: 'Ban a partner',
    description:
      'Its links stop at once, commissions that are not being paid are canceled, and it cannot join the program again. Unbanning takes that back.',
    fails: ['not_found'],
    body: banPartnerSchema,
    output: ChangedPartner,
    run: ({ scope, body: { reason, ...partner } }) => changePartner(scope, partner, { operation: 'ban', reason }),
  }),
  endpoint({
    ...write,
    id: 'deactivatePartner',
    sdk: 'partners.deactivate',
    tag,
    method: 'POST',
    path: '/partners/deactivate',
    summary: 'Deactivate a partner',
    description: 'Its links expire. Its commissions and payouts stay as they are.',
    fails: ['not_found'],
    body: deactivatePartnerSchema,
    output: ChangedPartner,
    run: ({ scope, body }) => changePartner(scope, body, { operation: 'deactivate' }),
  }),
  endpoint({
    ...read,
    id: 'retrievePartnerAnalytics',
    sdk: 'partners.analytics',
    tag,
    method: 'GET',
    path: '/partners/analytics',
    summary: 'Retrieve analytics of a partner',
    description: 'Clicks, leads, sales and earnings of the links of a partner. Without `interval` and `start`: all of them.',
    rate: 'analytics',
    fails: ['not_found'],
    query: partnerAnalyticsQuerySchema,
    output: PartnerAnalytics,
    run: ({ scope, query }) => retrievePartnerAnalytics(scope, query),
  }),
  ...rowsOfOnePartner(),
  ...statusRows(),
]

function readsOfOnePartner() {
  const row = { ...read, method: 'GET' as const, hidden: true, params: PartnerParams }
  return [
    endpoint({
      ...row,
      id: 'getPartner',
      path: '/partners/{partnerId}',
      summary: 'Get a partner',
      output: PartnerDetailsSchema,
      run: ({ scope, params }) => getPartner(scope, params.partnerId),
    }),
    endpoint({
      ...row,
      id: 'getNetworkActivity',
      path: '/partners/{partnerId}/network-activity',
      summary: 'Count the programs of a partner, here and elsewhere',
      output: NetworkActivity,
      run: ({ scope, params }) => findNetworkActivity(scope, params.partnerId),
    }),
    endpoint({
      ...row,
      id: 'getApplicationRisks',
      path: '/partners/{partnerId}/application-risks',
      summary: 'List what speaks against an applicant',
      output: ApplicationRisks,
      run: ({ scope, params }) => getApplicationRisks(scope, params.partnerId),
    }),
    endpoint({
      ...row,
      id: 'getReferral',
      path: '/partners/{partnerId}/referral',
      summary: 'Retrieve who referred a partner',
      output: PartnerReferral,
      run: ({ scope, params }) => getReferral(scope, params.partnerId),
    }),
  ]
}

function rowsOfOnePartner() {
  return [
    ...readsOfOnePartner(),
    endpoint({
      ...write,
      id: 'updatePartner',
      method: 'PATCH',
      path: '/partners/{partnerId}',
      hidden: true,
      summary: 'Update the settings of a partner in the program',
      params: PartnerParams,
      body: updateEnrolmentSchema,
      output: PartnerDetailsSchema,
      run: ({ scope, params, body }) => updateEnrolment(scope, params.partnerId, body),
    }),
    endpoint({
      ...write,
      id: 'deletePartner',
      method: 'DELETE',
      path: '/partners/{partnerId}',
      hidden: true,
      summary: 'Remove a deactivated or banned partner without activity',
      params: PartnerParams,
      output: ChangedPartner,
      run: ({ scope, params }) => deletePartner(scope, params.partnerId),
    }),
  ]
}

function statusRows() {
  const row = { ...write, method: 'POST' as const, hidden: true, params: PartnerParams, output: ChangedPartner }
  return [
    endpoint({
      ...row,
      id: 'unbanPartner',
      path: '/partners/{partnerId}/unban',
      summary: 'Take back the ban of a partner',
      run: ({ scope, params }) => changePartner(scope, params, { operation: 'unban' }),
    }),
    endpoint({
      ...row,
      id: 'reactivatePartner',
      path: '/partners/{partnerId}/reactivate',
      summary: 'Reactivate a deactivated partner',
      run: ({ scope, params }) => changePartner(scope, params, { operation: 'reactivate' }),
    }),
    endpoint({
      ...row,
      id: 'archivePartner',
      path: '/partners/{partnerId}/archive',
      summary: 'Archive an approved partner, or take an archived one back',
      run: ({ scope, params }) => changePartner(scope, params, { operation: 'archive' }),
    }),
  ]
}
