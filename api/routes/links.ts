import {
  BulkDeleted, ClaimLinks, claimLinks, TransferLink, transferLink, createLinksLater, deleteLinksLater, exportLinks, exportLinksQuerySchema, linksNamedIn, mostInBulk, updateLinksLater, bulkCreateLinks, bulkCreateLinksBodySchema, bulkDeleteLinks, bulkDeleteLinksQuerySchema, bulkUpdateLinks, bulkUpdateLinksBodySchema, countLinks, createLink, createLinkBodySchema, DeletedLink, deleteLink, findLinkInfo, getLinkInfoQuerySchema, getLinksCountQuerySchema, getLinksQuerySchemaBase, LinkCount, LinkOrError, LinkParams, LinkSchema,
  listLinks, updateLink, updateLinkBodySchema, upsertLink,
} from '../../shared/links/index.js'
import { StartedErrandSchema } from '../../shared/errands/index.js'
import { workspace } from '../access/workspace.js'
import { byPage, endpoint } from '../endpoint.js'
import { fileOrJob } from '../http/reply.js'

const tag = 'Links'

export const links = [
  endpoint({
    id: 'createLink', sdk: 'links.create', tag, method: 'POST', path: '/links',
    summary: 'Create a link',
    description: 'Without a `key` one is drawn at random. Somebody without an account may create a few links a day with the header `svc-anonymous-link-creation`; they last half an hour.',
    access: workspace('links.write', { anonymous: true }), rate: 'api', hints: { 'usage-example': true },
    body: createLinkBodySchema, output: LinkSchema,
    run: ({ scope, body }) => createLink(scope, body),
  }),
  endpoint({
    id: 'getLinks', sdk: 'links.list', tag, method: 'GET', path: '/links',
    summary: 'List links',
    description: 'The newest first. Without a `folderId` only links outside folders are listed, unless a domain, a tag, a tenant, link ids or a search narrow the list: then every folder that you may read is looked into.',
    access: workspace('links.read'), rate: 'api', hints: { pagination: byPage },
    query: getLinksQuerySchemaBase, output: LinkSchema.array(),
    run: ({ scope, query }) => listLinks(scope, query),
  }),
  endpoint({
    id: 'getLinksCount', sdk: 'links.count', tag, method: 'GET', path: '/links/count',
    summary: 'Count links',
    description: 'The number of links that match. With `groupBy` an array instead: the property and the `_count` of each of its values, the largest first.',
    access: workspace('links.read'), rate: 'api',
    query: getLinksCountQuerySchema, output: LinkCount,
    run: ({ scope, query }) => countLinks(scope, query),
  }),
  endpoint({
    id: 'getLinkInfo', sdk: 'links.get', tag, method: 'GET', path: '/links/info',
    summary: 'Find one link by id, by external id, or by domain and key',
    access: workspace('links.read'), rate: 'api',
    query: getLinkInfoQuerySchema, output: LinkSchema,
    run: ({ scope, query }) => findLinkInfo(scope, query),
  }),
  endpoint({
    id: 'exportLinks', method: 'GET', path: '/links/export', hidden: true,
    access: workspace('links.read'), rate: 'api',
    query: exportLinksQuerySchema,
    run: async ({ scope, query }) => fileOrJob(await exportLinks(scope, query)),
  }),
  endpoint({
    id: 'getLink', method: 'GET', path: '/links/{linkId}', hidden: true,
    access: workspace('links.read'), rate: 'api',
    params: LinkParams, output: LinkSchema,
    run: ({ scope, params }) => findLinkInfo(scope, params),
  }),
  endpoint({
    id: 'updateLink', sdk: 'links.update', tag, method: 'PATCH', path: '/links/{linkId}',
    summary: 'Change a link',
    description: 'What is left out stays as it is. A new `url` keeps the campaign parameters of the old one, unless it brings its own.',
    access: workspace('links.write'), rate: 'api', hints: { 'max-method-params': 2 },
    params: LinkParams, body: updateLinkBodySchema, output: LinkSchema,
    run: ({ scope, params, body }) => updateLink(scope, params.linkId, body),
  }),
  endpoint({
    id: 'replaceLink', method: 'PUT', path: '/links/{linkId}', hidden: true,
    access: workspace('links.write'), rate: 'api',
    params: LinkParams, body: updateLinkBodySchema, output: LinkSchema,
    run: ({ scope, params, body }) => updateLink(scope, params.linkId, body),
  }),
  endpoint({
    id: 'deleteLink', sdk: 'links.delete', tag, method: 'DELETE', path: '/links/{linkId}',
    summary: 'Delete a link',
    description: 'The key is free again at once. The link of a bare domain goes only with its domain.',
    access: workspace('links.write'), rate: 'api', hints: { 'max-method-params': 1 },
    params: LinkParams, output: DeletedLink,
    run: ({ scope, params }) => deleteLink(scope, params.linkId),
  }),
  endpoint({
    id: 'transferLink', method: 'POST', path: '/links/{linkId}/transfer', hidden: true,
    access: workspace('links.write'), rate: 'api',
    params: LinkParams, body: TransferLink, output: LinkSchema,
    run: ({ scope, params, body }) => transferLink(scope, params.linkId, body),
  }),
  endpoint({
    id: 'claimLinks', method: 'POST', path: '/links/sync', hidden: true,
    access: workspace('links.write'), rate: 'api',
    body: ClaimLinks, output: LinkSchema.array(),
    run: ({ scope, body }) => claimLinks(scope, body),
  }),
  endpoint({
    id: 'bulkCreateLinks', sdk: 'links.createMany', tag, method: 'POST', path: '/links/bulk',
    summary: 'Create up to 100 links',
    description: 'The answer holds the links that were created, in the order of the request, then an error for each that was not. One bad link does not hold up the others. With `Prefer: respond-async`, or with more than 100 and up to 100,000 elements as a JSON array or as lines of JSON (`application/x-ndjson`), the answer is a job that creates them.',
    access: workspace('links.write'), rate: 'api',
    body: bulkCreateLinksBodySchema, output: LinkOrError.array(),
    later: { beyond: mostInBulk, output: StartedErrandSchema, start: ({ scope, elements, keep }) => createLinksLater(scope, elements, keep) },
    run: ({ scope, body }) => bulkCreateLinks(scope, body),
  }),
  endpoint({
    id: 'bulkUpdateLinks', sdk: 'links.updateMany', tag, method: 'PATCH', path: '/links/bulk',
    summary: 'Change up to 100 links alike',
    description: 'The answer holds the links that were changed, then an error for each that was not. `linkIds` wins over `externalIds`. With `Prefer: respond-async`, or with more than 100 and up to 100,000 links, the answer is a job that changes them.',
    access: workspace('links.write'), rate: 'api',
    body: bulkUpdateLinksBodySchema, output: LinkOrError.array(),
    later: { beyond: mostInBulk, sizeOf: linksNamedIn, output: StartedErrandSchema, start: ({ scope, elements, keep }) => updateLinksLater(scope, elements, keep) },
    run: ({ scope, body }) => bulkUpdateLinks(scope, body),
  }),
  endpoint({
    id: 'bulkDeleteLinks', sdk: 'links.deleteMany', tag, method: 'DELETE', path: '/links/bulk',
    summary: 'Delete up to 100 links',
    description: 'Links that are not there, links of bare domains and links in folders that you may not change are passed over. Up to 100,000 ids may be sent in the body instead, as a JSON array or as lines of JSON (`application/x-ndjson`): then the answer is a job that deletes them.',
    access: workspace('links.write'), rate: 'api',
    query: bulkDeleteLinksQuerySchema, output: BulkDeleted,
    later: { beyond: 0, output: StartedErrandSchema, start: ({ scope, elements, keep }) => deleteLinksLater(scope, elements, keep) },
    run: ({ scope, query }) => bulkDeleteLinks(scope, query),
  }),
  endpoint({
    id: 'upsertLink', sdk: 'links.upsert', tag, method: 'PUT', path: '/links/upsert',
    summary: 'Change the link that leads to an address, or create it',
    description: 'A link matches whose destination equals the `url` once the campaign parameters are in it; of several the oldest is changed.',
    access: workspace('links.write'), rate: 'api', hints: { 'usage-example': true },
    body: createLinkBodySchema, output: LinkSchema,
    run: ({ scope, body }) => upsertLink(scope, body),
  }),
]
