import type { WorkspaceScope } from '../accounts/index.js'
import { applyLinkChange } from './apply-link-change.js'
import { createLink } from './create-link.js'
import type { CreateLink } from './link-input.schema.js'
import { lockUpsertUrl, oldestLinkByUrl } from './link.queries.js'
import type { LinkResponse } from './link.schema.js'
import { destinationOf } from './process-link.js'

/**
 * Updates the oldest link with the same destination, including campaign parameters, or creates one. Of concurrent upserts of a new
 * destination, one creates the link and the others update it.
 */
export async function upsertLink(scope: WorkspaceScope, input: CreateLink): Promise<LinkResponse> {
  const url = destinationOf(input, null)
  if (url === '') return createLink(scope, input)
  await lockUpsertUrl(scope, url)
  const link = await oldestLinkByUrl(scope, url)
  return link ? applyLinkChange(scope, link, input) : createLink(scope, input)
}
