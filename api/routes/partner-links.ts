import { plansWith } from '../../shared/accounts/index.js'
import { storeImages } from '../../shared/files/index.js'
import { LinkSchema } from '../../shared/links/index.js'
import {
  createPartnerLink,
  createPartnerLinkSchema,
  listPartnerLinks,
  PartnerLinkSchema,
  retrievePartnerLinksSchema,
  upsertPartnerLink,
  upsertPartnerLinkSchema,
  requireDefaultProgram,
} from '../../shared/partners/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const tag = 'Partners'
const plans = plansWith('programs')
const read = { access: workspace('groups.read'), rate: 'api', plans } as const
const writeLinks = { access: workspace('links.write'), rate: 'api', plans } as const

export const partnerLinks = [
  endpoint({
    ...writeLinks,
    id: 'createPartnerLink',
    sdk: 'partners.createLink',
    tag,
    method: 'POST',
    path: '/partners/links',
    summary: 'Create a link for a partner',
    status: 201,
    fails: ['not_found', 'conflict'],
    body: createPartnerLinkSchema,
    output: LinkSchema,
    prepare: ({ scope, body }) => storeImages(scope, body, ['linkProps.image'], requireDefaultProgram),
    run: ({ scope, body }) => createPartnerLink(scope, body),
  }),
  endpoint({
    ...read,
    id: 'retrievePartnerLinks',
    sdk: 'partners.retrieveLinks',
    tag,
    method: 'GET',
    path: '/partners/links',
    summary: 'List the links of a partner',
    fails: ['not_found'],
    query: retrievePartnerLinksSchema,
    output: PartnerLinkSchema.array(),
    run: ({ scope, query }) => listPartnerLinks(scope, query),
  }),
  endpoint({
    ...writeLinks,
    id: 'upsertPartnerLink',
    sdk: 'partners.upsertLink',
    tag,
    method: 'PUT',
    path: '/partners/links/upsert',
    summary: 'Upsert a link for a partner',
    description: "Updates the partner's link with exactly this `url`, or creates one.",
    fails: ['not_found', 'conflict'],
    body: upsertPartnerLinkSchema,
    output: LinkSchema,
    prepare: ({ scope, body }) => storeImages(scope, body, ['linkProps.image'], requireDefaultProgram),
    run: ({ scope, body }) => upsertPartnerLink(scope, body),
  }),
]
