import type { JobScope } from '../kernel/scope.js'
import { deleteLinksById, type LinkRef } from './domains/domain-moves.queries.js'
import { invalidateLinks } from './invalidate-links.js'
import { addToTotalLinks } from './link.queries.js'
import { publishLinkEventsByWorkspace } from './publish-link-events.js'

/** Deletes links found by a job: publishes `link.deleted`, updates the totals of their workspaces and invalidates the cached links. */
export async function purgeLinks(scope: JobScope, links: readonly LinkRef[]): Promise<void> {
  await publishLinkEventsByWorkspace(scope, 'link.deleted', links)
  await deleteLinksById(
    scope,
    links.map(({ id }) => id),
  )
  invalidateLinks(scope, ...links)
  for (const workspaceId of new Set(links.map((link) => link.workspaceId))) {
    if (workspaceId) await addToTotalLinks(scope, workspaceId, -links.filter((link) => link.workspaceId === workspaceId).length)
  }
}
