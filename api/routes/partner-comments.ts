/** Comments on partners, and the activity log of the program. */
import { plansWith } from '../../shared/accounts/index.js'
import { CountResponse } from '../../shared/links/index.js'
import {
  ActivitySchema,
  countPartnerComments,
  createPartnerComment,
  DeletedPartnerComment,
  deletePartnerComment,
  getPartnerCommentsQuerySchema,
  listActivities,
  listActivitiesQuerySchema,
  listPartnerComments,
  partnerCommentBodySchema,
  PartnerCommentParams,
  PartnerCommentSchema,
  PartnerParams,
  updatePartnerComment,
} from '../../shared/partners/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans, hidden: true } as const
const write = { access: workspace('groups.write'), rate: 'api', plans, hidden: true } as const

export const partnerComments = [
  endpoint({
    ...read,
    id: 'listPartnerComments',
    method: 'GET',
    path: '/partners/{partnerId}/comments',
    summary: 'List the comments on a partner',
    params: PartnerParams,
    query: getPartnerCommentsQuerySchema,
    output: PartnerCommentSchema.array(),
    run: ({ scope, params, query }) => listPartnerComments(scope, params.partnerId, query),
  }),
  endpoint({
    ...read,
    id: 'countPartnerComments',
    method: 'GET',
    path: '/partners/{partnerId}/comments/count',
    summary: 'Count the comments on a partner',
    params: PartnerParams,
    output: CountResponse,
    run: ({ scope, params }) => countPartnerComments(scope, params.partnerId),
  }),
  endpoint({
    ...write,
    id: 'createPartnerComment',
    method: 'POST',
    path: '/partners/{partnerId}/comments',
    summary: 'Comment on a partner',
    description: 'Partners do not see comments.',
    status: 201,
    params: PartnerParams,
    body: partnerCommentBodySchema,
    output: PartnerCommentSchema,
    run: ({ scope, params, body }) => createPartnerComment(scope, params.partnerId, body),
  }),
  endpoint({
    ...write,
    id: 'updatePartnerComment',
    method: 'PATCH',
    path: '/partners/{partnerId}/comments/{commentId}',
    summary: 'Change your comment on a partner',
    params: PartnerCommentParams,
    body: partnerCommentBodySchema,
    output: PartnerCommentSchema,
    run: ({ scope, params, body }) => updatePartnerComment(scope, params, body),
  }),
  endpoint({
    ...write,
    id: 'deletePartnerComment',
    method: 'DELETE',
    path: '/partners/{partnerId}/comments/{commentId}',
    summary: 'Delete a comment on a partner',
    params: PartnerCommentParams,
    output: DeletedPartnerComment,
    run: ({ scope, params }) => deletePartnerComment(scope, params),
  }),
  endpoint({
    ...read,
    id: 'listActivities',
    method: 'GET',
    path: '/activity-log',
    summary: 'List changes in the program',
    query: listActivitiesQuerySchema,
    output: ActivitySchema.array(),
    run: ({ scope, query }) => listActivities(scope, query),
  }),
]
