/** Tags of partners. */
import { plansWith } from '../../shared/accounts/index.js'
import { CountResponse } from '../../shared/links/index.js'
import {
  assignPartnerTags,
  assignPartnerTagsSchema,
  ChangedPartners,
  countPartnerTags,
  countPartnerTagsQuerySchema,
  createPartnerTag,
  DeletedPartnerTag,
  deletePartnerTag,
  getPartnerTagsQuerySchema,
  listPartnerTags,
  partnerTagBodySchema,
  PartnerTagParams,
  PartnerTagSchema,
  updatePartnerTag,
} from '../../shared/partners/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans, hidden: true } as const
const write = { access: workspace('groups.write'), rate: 'api', plans, hidden: true } as const

export const partnerTags = [
  endpoint({
    ...read,
    id: 'listPartnerTags',
    method: 'GET',
    path: '/partners/tags',
    summary: 'List the tags of partners',
    query: getPartnerTagsQuerySchema,
    output: PartnerTagSchema.array(),
    run: ({ scope, query }) => listPartnerTags(scope, query),
  }),
  endpoint({
    ...read,
    id: 'countPartnerTags',
    method: 'GET',
    path: '/partners/tags/count',
    summary: 'Count the tags of partners',
    query: countPartnerTagsQuerySchema,
    output: CountResponse,
    run: ({ scope, query }) => countPartnerTags(scope, query),
  }),
  endpoint({
    ...write,
    id: 'createPartnerTag',
    method: 'POST',
    path: '/partners/tags',
    summary: 'Create a tag for partners',
    status: 201,
    body: partnerTagBodySchema,
    output: PartnerTagSchema,
    run: ({ scope, body }) => createPartnerTag(scope, body),
  }),
  endpoint({
    ...write,
    id: 'assignPartnerTags',
    method: 'POST',
    path: '/partners/tags/assign',
    summary: 'Add tags to partners and remove others',
    body: assignPartnerTagsSchema,
    output: ChangedPartners,
    run: ({ scope, body }) => assignPartnerTags(scope, body),
  }),
  endpoint({
    ...write,
    id: 'updatePartnerTag',
    method: 'PATCH',
    path: '/partners/tags/{tagId}',
    summary: 'Rename a tag of partners',
    params: PartnerTagParams,
    body: partnerTagBodySchema,
    output: PartnerTagSchema,
    run: ({ scope, params, body }) => updatePartnerTag(scope, params.tagId, body),
  }),
  endpoint({
    ...write,
    id: 'deletePartnerTag',
    method: 'DELETE',
    path: '/partners/tags/{tagId}',
    summary: 'Delete a tag and remove it from all partners',
    params: PartnerTagParams,
    output: DeletedPartnerTag,
    run: ({ scope, params }) => deletePartnerTag(scope, params.tagId),
  }),
]
