import type { JobScope } from '../../kernel/scope.js'
import { dropLinks } from '../drop-links.js'
import { inBatches, pastRequests } from '../in-batches.js'
import { deleteLinksOfDomain } from '../jobs.js'
import { dropDeletedDomain, linksUnder, movingDomain } from './domain-moves.queries.js'

const batch = 500

/** Deletes the links of a deleted domain, then the domain, whose name is free from then on. */
export async function finishDomainDeletion(scope: JobScope, payload: { domainId: string }): Promise<void> {
  await pastRequests()
  await inBatches(scope, deleteLinksOfDomain, payload, () => deleteSome(scope, payload.domainId))
}

async function deleteSome(scope: JobScope, domainId: string): Promise<boolean> {
  const domain = await movingDomain(scope, domainId)
  if (!domain?.isDeleted) return false
  const links = await linksUnder(scope, [domain.slug, domain.movedFrom ?? domain.slug], batch)
  await dropLinks(scope, links)
  if (links.length < batch) await dropDeletedDomain(scope, domainId)
  return links.length === batch
}
