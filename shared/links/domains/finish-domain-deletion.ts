import type { JobScope } from '../../kernel/scope.js'
import { deleteLinksOfDomain } from '../jobs.js'
import { purgeLinks } from '../purge-links.js'
import { runInBatches, awaitEarlierRequests } from '../run-in-batches.js'
import { purgeDeletedDomain, lockLinksOfSlugs, findDomainState } from './domain-moves.queries.js'

const batchSize = 500

/** Deletes the links of a deleted domain in batches, then the domain row, which frees its name. */
export async function finishDomainDeletion(scope: JobScope, payload: { domainId: string }): Promise<void> {
  await awaitEarlierRequests(scope)
  await runInBatches(scope, deleteLinksOfDomain, payload, () => deleteBatchOfLinks(scope, payload.domainId))
}

async function deleteBatchOfLinks(scope: JobScope, domainId: string): Promise<boolean> {
  const domain = await findDomainState(scope, domainId)
  if (!domain?.isDeleted) return false
  const links = await lockLinksOfSlugs(scope, [domain.slug, domain.movedFrom ?? domain.slug], batchSize)
  await purgeLinks(scope, links)
  if (links.length < batchSize) await purgeDeletedDomain(scope, domainId)
  return links.length === batchSize
}
