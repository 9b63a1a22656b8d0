import type { WorkspaceScope } from '../accounts/index.js'
import { changeLink } from './change-link.js'
import { createLink } from './create-link.js'
import type { CreateLink } from './link-input.schema.js'
import { lockAddress, oldestLinkTo } from './link.queries.js'
import type { LinkAnswer } from './link.schema.js'
import { destinationOf } from './process-link.js'

/**
 * Changes the oldest link that leads to the same final address (campaign included), or creates one. Of many who ask at once for an address
 * that no link leads to, one creates and the others find its link.
 */
export async function upsertLink(scope: WorkspaceScope, said: CreateLink): Promise<LinkAnswer> {
  const url = destinationOf(said, null)
  if (url === '') return createLink(scope, said)
  await lockAddress(scope, url)
  const link = await oldestLinkTo(scope, url)
  return link ? changeLink(scope, link, said) : createLink(scope, said)
}
