import {
  getPartnerDetails,
  listRecentPrograms,
  PartnerDetailsSchema,
  recentProgramsQuerySchema,
  RecentProgramsSchema,
} from '../../shared/administration/index.js'
import { PartnerParams } from '../../shared/partners/index.js'
import { admin } from '../access/admin.js'
import { endpoint } from '../endpoint.js'

const ofOperator = { access: admin, rate: 'none', hidden: true } as const

export const administration = [
  endpoint({
    ...ofOperator,
    id: 'listRecentPrograms',
    method: 'GET',
    path: '/admin/programs/recent',
    summary: 'List the programs that were created last',
    query: recentProgramsQuerySchema,
    output: RecentProgramsSchema,
    run: ({ scope, query }) => listRecentPrograms(scope, query),
  }),
  endpoint({
    ...ofOperator,
    id: 'getPartnerDetails',
    method: 'GET',
    path: '/admin/partners/{partnerId}',
    summary: 'Retrieve what the operator needs to judge a partner',
    params: PartnerParams,
    output: PartnerDetailsSchema,
    run: ({ scope, params }) => getPartnerDetails(scope, params.partnerId),
  }),
]
