import type { JobScope } from '../kernel/scope.js'
import { deleteLinksById, type MovedLink } from './domains/domain-moves.queries.js'
import { addToTotalLinks } from './link.queries.js'
import { tellChange } from './tell-change.js'
import { tellWorkspacesOfLinks } from './tell-of-links.js'

/** Deletes links that a job found: tells their workspaces, counts them off, and lets nobody remember them. */
export async function dropLinks(scope: JobScope, links: readonly MovedLink[]): Promise<void> {
  await tellWorkspacesOfLinks(scope, 'link.deleted', links)
  await deleteLinksById(
    scope,
    links.map(({ id }) => id),
  )
  tellChange(scope, ...links)
  for (const workspaceId of new Set(links.map((link) => link.workspaceId))) {
    if (workspaceId) await addToTotalLinks(scope, workspaceId, -links.filter((link) => link.workspaceId === workspaceId).length)
  }
}
