import type { JobScope } from '../../kernel/scope.js'
import { invalidateLinks } from '../invalidate-links.js'
import { moveLinksToRenamedDomain } from '../jobs.js'
import { rootKey } from '../keys.js'
import { publishLinkEventsByWorkspace } from '../publish-link-events.js'
import { runInBatches, awaitEarlierRequests } from '../run-in-batches.js'
import { shortLinkOf } from '../short-link.js'
import { clearMovedFrom, findDomainState, changeDomainOfLinks } from './domain-moves.queries.js'

const batchSize = 500

/** Moves the links of a renamed domain to its new name in batches. Redirects on the new name work throughout. */
export async function finishDomainRename(scope: JobScope, payload: { domainId: string }): Promise<void> {
  await awaitEarlierRequests(scope)
  await runInBatches(scope, moveLinksToRenamedDomain, payload, () => renameBatch(scope, payload.domainId))
}

async function renameBatch(scope: JobScope, domainId: string): Promise<boolean> {
  const domain = await findDomainState(scope, domainId)
  if (!domain?.movedFrom || domain.isDeleted) return false
  const { slug, movedFrom } = domain
  const links = await changeDomainOfLinks(scope, movedFrom, slug, shortLinkOf(scope.config, slug, rootKey), batchSize)
  await publishLinkEventsByWorkspace(scope, 'link.updated', links)
  invalidateLinks(scope, ...links, ...links.map(({ lookupKey }) => ({ domain: movedFrom, lookupKey })))
  if (links.length < batchSize) await clearMovedFrom(scope, domainId)
  return links.length === batchSize
}
