import type { JobScope } from '../../kernel/scope.js'
import { inBatches, pastRequests } from '../in-batches.js'
import { moveLinksToWorkspace } from '../jobs.js'
import { addToTotalLinks } from '../link.queries.js'
import { tellChange } from '../tell-change.js'
import { tellWorkspacesOfLinks } from '../tell-of-links.js'
import { handOverLinks, linksToHandOver, movingDomain } from './domain-moves.queries.js'

const batch = 500

interface Transfer {
  domainId: string
  from: string
  to: string
  /** Who handed the domain over; the links are this user's from then on. */
  userId: string
}

/**
 * Takes the links of a domain to the workspace that has it now. They answer all the while, and are told as deleted there and as created
 * here.
 */
export async function finishTransfer(scope: JobScope, payload: Transfer): Promise<void> {
  await pastRequests()
  await inBatches(scope, moveLinksToWorkspace, payload, () => handOverSome(scope, payload))
}

async function handOverSome(scope: JobScope, payload: Transfer): Promise<boolean> {
  const { domainId, from, to } = payload
  const domain = await movingDomain(scope, domainId)
  if (!domain || domain.isDeleted || domain.workspaceId !== to) return false
  const links = await linksToHandOver(scope, domain.movedFrom ?? domain.slug, from, batch)
  await tellWorkspacesOfLinks(scope, 'link.deleted', links)
  await handOverLinks(scope, links, payload)
  await tellWorkspacesOfLinks(
    scope,
    'link.created',
    links.map(({ id }) => ({ id, workspaceId: to })),
  )
  tellChange(scope, ...links)
  await addToTotalLinks(scope, from, -links.length)
  await addToTotalLinks(scope, to, links.length)
  return links.length === batch
}
