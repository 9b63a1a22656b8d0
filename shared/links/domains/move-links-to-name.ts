import type { JobScope } from '../../kernel/scope.js'
import { inBatches, pastRequests } from '../in-batches.js'
import { moveLinksToName } from '../jobs.js'
import { rootKey } from '../keys.js'
import { shortLinkOf } from '../short-link.js'
import { tellChange } from '../tell-change.js'
import { tellWorkspacesOfLinks } from '../tell-of-links.js'
import { forgetFormerName, movingDomain, renameLinks } from './domain-moves.queries.js'

const batch = 500

/** Brings the links of a renamed domain to its new name. They answer under the new name all the while. */
export async function finishRenaming(scope: JobScope, payload: { domainId: string }): Promise<void> {
  await pastRequests()
  await inBatches(scope, moveLinksToName, payload, () => renameSome(scope, payload.domainId))
}

async function renameSome(scope: JobScope, domainId: string): Promise<boolean> {
  const domain = await movingDomain(scope, domainId)
  if (!domain?.movedFrom || domain.isDeleted) return false
  const { slug, movedFrom } = domain
  const links = await renameLinks(scope, movedFrom, slug, shortLinkOf(scope.config, slug, rootKey), batch)
  await tellWorkspacesOfLinks(scope, 'link.updated', links)
  tellChange(scope, ...links, ...links.map(({ lookupKey }) => ({ domain: movedFrom, lookupKey })))
  if (links.length < batch) await forgetFormerName(scope, domainId)
  return links.length === batch
}
