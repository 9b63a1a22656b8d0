import type { JobScope } from '../../kernel/scope.js'
import { linkDeleted } from '../events.js'
import { inBatches, pastRequests } from '../in-batches.js'
import { deleteLinksOfDomain } from '../jobs.js'
import { addToTotalLinks } from '../link.queries.js'
import { tellChange } from '../tell-change.js'
import { deleteLinksUnder, dropDeletedDomain, type MovedLink, movingDomain } from './domain-moves.queries.js'

const batch = 500

/** Deletes the links of a deleted domain, then the domain, whose name is free from then on. */
export async function finishDomainDeletion(scope: JobScope, payload: { domainId: string }): Promise<void> {
  await pastRequests()
  await inBatches(scope, deleteLinksOfDomain, payload, () => deleteSome(scope, payload.domainId))
}

async function deleteSome(scope: JobScope, domainId: string): Promise<boolean> {
  const domain = await movingDomain(scope, domainId)
  if (!domain?.isDeleted) return false
  const links = await deleteLinksUnder(scope, [domain.slug, domain.movedFrom ?? domain.slug], batch)
  await tellDeleted(scope, links)
  if (links.length < batch) await dropDeletedDomain(scope, domainId)
  return links.length === batch
}

/** Counts deleted links off, announces them, and lets nobody remember them. */
export async function tellDeleted(scope: JobScope, links: readonly MovedLink[]): Promise<void> {
  for (const { id, workspaceId, domain, key } of links) scope.announce(linkDeleted, { linkId: id, workspaceId, domain, key })
  tellChange(scope, ...links)
  for (const workspaceId of new Set(links.map((link) => link.workspaceId))) {
    if (workspaceId) await addToTotalLinks(scope, workspaceId, -links.filter((link) => link.workspaceId === workspaceId).length)
  }
}
