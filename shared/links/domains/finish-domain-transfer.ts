import type { JobScope } from '../../kernel/scope.js'
import { invalidateLinks } from '../invalidate-links.js'
import { moveLinksToWorkspace } from '../jobs.js'
import { addToTotalLinks } from '../link.queries.js'
import { publishLinkEventsByWorkspace } from '../publish-link-events.js'
import { runInBatches, awaitEarlierRequests } from '../run-in-batches.js'
import { transferLinkRows, lockLinksToTransfer, lockWorkspaces, findDomainState } from './domain-moves.queries.js'

const batchSize = 500

interface Transfer {
  domainId: string
  from: string
  to: string
  /** User who transferred the domain and becomes the owner of its links. */
  userId: string
}

/**
 * Moves the links of a transferred domain to its new workspace in batches. Redirects work throughout. The old workspace receives
 * `link.deleted` events, the new one `link.created`.
 */
export async function finishDomainTransfer(scope: JobScope, payload: Transfer): Promise<void> {
  await awaitEarlierRequests(scope)
  await runInBatches(scope, moveLinksToWorkspace, payload, () => transferBatch(scope, payload))
}

async function transferBatch(scope: JobScope, payload: Transfer): Promise<boolean> {
  const { domainId, from, to } = payload
  const domain = await findDomainState(scope, domainId)
  if (!domain || domain.isDeleted || domain.workspaceId !== to) return false
  const links = await lockLinksToTransfer(scope, [domain.slug, domain.movedFrom ?? domain.slug], from, batchSize)
  await publishLinkEventsByWorkspace(scope, 'link.deleted', links)
  await transferLinkRows(scope, links, payload)
  await publishLinkEventsByWorkspace(
    scope,
    'link.created',
    links.map(({ id }) => ({ id, workspaceId: to })),
  )
  invalidateLinks(scope, ...links)
  await lockWorkspaces(scope, [from, to])
  await addToTotalLinks(scope, from, -links.length)
  await addToTotalLinks(scope, to, links.length)
  return links.length === batchSize
}
