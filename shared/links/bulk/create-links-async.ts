import type { WorkspaceScope } from '../../accounts/index.js'
import { type RunOnce, startBackgroundOperation, runInParts } from '../../background-operations/index.js'
import { ServiceError } from '../../kernel/errors.js'
import type { JobScope } from '../../kernel/scope.js'
import { requireQuotaForLinks } from '../create-link.js'
import { createLinksInBulk } from '../jobs.js'
import { createLinkBodySchema } from '../link-input.schema.js'
import { tablesOfLinks } from './bulk.queries.js'
import { createLinks, type CreatedLink } from './create-links.js'
import { elementErrors } from './element-errors.js'
import { parseElement } from './errors-as-values.js'
import { hasImage, storeElementImages } from './store-element-images.js'

/** Starts a background operation that creates links. Its result file contains the created link for each element. */
export function createLinksAsync(scope: WorkspaceScope, elements: AsyncIterable<readonly string[]>, runOnce: RunOnce) {
  const result = { contentType: 'application/x-ndjson', fileName: 'created-links.ndjson' }
  return startBackgroundOperation(
    scope,
    {
      type: 'links.create',
      permission: 'links.write',
      contract: createLinksInBulk,
      result,
      hasSecret: mentionsPassword,
      checkTotal: (count) => requireQuotaForLinks(scope, count),
    },
    elements,
    runOnce,
  )
}

// Also true for other escaped text, which may be the name of the field.
const mentionsPassword = (element: string) => /"password"|\\u/.test(element)

export async function runCreateLinksOperation(scope: JobScope, payload: { operationId: string }): Promise<void> {
  const parse = (elements: unknown[]) => elements.map((element) => parseElement(createLinkBodySchema, element))
  const job = {
    contract: createLinksInBulk,
    tables: tablesOfLinks,
    prepare: (_: WorkspaceScope, elements: unknown[]) =>
      elements.some(hasImage) ? () => storeElementImages(scope, parse(elements)) : null,
  }
  await runInParts(scope, job, payload, async (requester, elements, firstIndex, _, prepared) => {
    const outcomes = await createLinks(requester, prepared ?? parse(elements))
    const lines = outcomes.flatMap((outcome, offset) => (outcome instanceof ServiceError ? [] : [resultLine(firstIndex + offset, outcome)]))
    return { done: lines.length, errors: elementErrors(firstIndex, elements, outcomes), result: lines.join('') }
  })
}

const resultLine = (index: number, { link: { id, domain, key, shortLink, externalId } }: CreatedLink) =>
  `${JSON.stringify({ index, id, domain, key, shortLink, externalId })}\n`
