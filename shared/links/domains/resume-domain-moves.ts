import type { WorkspaceScope } from '../../accounts/index.js'
import { Domain } from '../domain.entity.js'
import { deleteLinksOfDomain, moveLinksToRenamedDomain } from '../jobs.js'

/** Continues renames and deletions of domains that came with an archive, whose jobs belong to another installation. */
export async function resumeDomainMoves(scope: WorkspaceScope): Promise<void> {
  const unfinished = { workspaceId: scope.workspace.id, $or: [{ movedFrom: { $ne: null } }, { deletedAt: { $ne: null } }] }
  for (const { id: domainId, deletedAt } of await scope.em.find(Domain, unfinished))
    scope.enqueue(deletedAt ? deleteLinksOfDomain : moveLinksToRenamedDomain, { domainId })
}
