import { StartedBackgroundOperationSchema } from '../../shared/background-operations/index.js'
import { storeImages } from '../../shared/files/index.js'
import {
  BulkDeleted,
  createLinksAsync,
  deleteLinksAsync,
  countLinksInBody,
  maxBulkLinks,
  updateLinksAsync,
  bulkCreateLinks,
  bulkCreateLinksBodySchema,
  bulkDeleteLinks,
  bulkDeleteLinksQuerySchema,
  bulkUpdateLinks,
  bulkUpdateLinksBodySchema,
  LinkOrError,
  storePreviewImages,
} from '../../shared/links/index.js'
import { workspace } from '../access/workspace.js'
import { endpoint } from '../endpoint.js'

const tag = 'Links'

export const bulkLinks = [
  endpoint({
    id: 'bulkCreateLinks',
    sdk: 'links.createMany',
    tag,
    method: 'POST',
    path: '/links/bulk',
    summary: 'Create up to 100 links',
    description:
      'The response contains the created links in the order of the request, then an error for each link that was not created. An ' +
      'invalid link does not affect the others. With `Prefer: respond-async`, or with more than 100 and up to 100,000 elements as ' +
      'a JSON array or as newline-delimited JSON (`application/x-ndjson`), the response is a job that creates them.',
    access: workspace('links.write'),
    rate: 'api',
    body: bulkCreateLinksBodySchema,
    output: LinkOrError.array(),
    async: {
      threshold: maxBulkLinks,
      output: StartedBackgroundOperationSchema,
      start: ({ scope, elements, runOnce }) => createLinksAsync(scope, elements, runOnce),
    },
    prepare: ({ scope, body }) => storePreviewImages(scope, body),
    run: ({ scope, body }) => bulkCreateLinks(scope, body),
  }),
  endpoint({
    id: 'bulkUpdateLinks',
    sdk: 'links.updateMany',
    tag,
    method: 'PATCH',
    path: '/links/bulk',
    summary: 'Update up to 100 links',
    description:
      'Applies the same changes to every link. The response contains the updated links, then an error for each link that was not ' +
      'updated. `linkIds` takes precedence over `externalIds`. With `Prefer: respond-async`, or with more than 100 and up to ' +
      '100,000 links, the response is a job that updates them.',
    access: workspace('links.write'),
    rate: 'api',
    body: bulkUpdateLinksBodySchema,
    output: LinkOrError.array(),
    async: {
      threshold: maxBulkLinks,
      sizeOf: countLinksInBody,
      output: StartedBackgroundOperationSchema,
      start: ({ scope, elements, runOnce }) => updateLinksAsync(scope, elements, runOnce),
    },
    prepare: ({ scope, body }) => storeImages(scope, body, ['data.image']),
    run: ({ scope, body }) => bulkUpdateLinks(scope, body),
  }),
  endpoint({
    id: 'bulkDeleteLinks',
    sdk: 'links.deleteMany',
    tag,
    method: 'DELETE',
    path: '/links/bulk',
    summary: 'Delete up to 100 links',
    description:
      'Unknown links, links of bare domains and links in folders that you cannot change are skipped. Up to 100,000 ids can be sent ' +
      'in the body instead, as a JSON array or as newline-delimited JSON (`application/x-ndjson`); the response is then a job that ' +
      'deletes them, as with `Prefer: respond-async`.',
    access: workspace('links.write'),
    rate: 'api',
    query: bulkDeleteLinksQuerySchema,
    output: BulkDeleted,
    async: {
      threshold: 0,
      elementsOf: (query) => query.linkIds.map((id) => JSON.stringify(id)),
      output: StartedBackgroundOperationSchema,
      start: ({ scope, elements, runOnce }) => deleteLinksAsync(scope, elements, runOnce),
    },
    run: ({ scope, query }) => bulkDeleteLinks(scope, query),
  }),
]
