import type { WorkspaceScope } from '../../accounts/index.js'
import { type Keep, startErrand, workThroughParts } from '../../errands/index.js'
import { ServiceError } from '../../kernel/errors.js'
import type { JobScope } from '../../kernel/scope.js'
import { refuseBeyondQuota } from '../create-link.js'
import { createLinksInBulk } from '../jobs.js'
import { createLinkBodySchema } from '../link-input.schema.js'
import { parsed } from './errors-as-values.js'
import { errorsAt } from './errors-of-elements.js'
import { makeLinks, type MadeLink } from './make-links.js'

/** Creates links later, as many as an errand can hold. The result file says which element became which link. */
export function createLinksLater(scope: WorkspaceScope, elements: AsyncIterable<readonly string[]>, keep: Keep) {
  const result = { contentType: 'application/x-ndjson', fileName: 'created-links.ndjson' }
  return startErrand(
    scope,
    { type: 'links.create', permission: 'links.write', of: createLinksInBulk, result, admit: (count) => refuseBeyondQuota(scope, count) },
    elements,
    keep,
  )
}

export async function createLinksOfErrand(scope: JobScope, payload: { errandId: string }): Promise<void> {
  await workThroughParts(scope, createLinksInBulk, payload, async (acting, elements, first) => {
    const outcomes = await makeLinks(
      acting,
      elements.map((element) => parsed(createLinkBodySchema, element)),
    )
    const lines = outcomes.flatMap((one, at) => (one instanceof ServiceError ? [] : [lineOf(first + at, one)]))
    return { done: lines.length, errors: errorsAt(first, elements, outcomes), result: lines.join('') }
  })
}

const lineOf = (index: number, { link: { id, domain, key, shortLink, externalId } }: MadeLink) =>
  `${JSON.stringify({ index, id, domain, key, shortLink, externalId })}\n`
