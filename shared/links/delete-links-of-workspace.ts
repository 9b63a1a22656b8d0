import type { JobScope } from '../kernel/scope.js'
import { invalidateLinks } from './invalidate-links.js'
import { deleteLinkBatchOfWorkspace, type DeletedLinkRow } from './workspace-links.queries.js'

/** Limits the rows that one transaction locks. */
const maxBatchSize = 1000

/** Deletes one batch of links of a closed workspace and returns them. Publishes no events, because its webhooks are deleted too. */
export async function deleteLinksOfWorkspace(scope: JobScope, workspaceId: string): Promise<DeletedLinkRow[]> {
  const deleted = await deleteLinkBatchOfWorkspace(scope, workspaceId, maxBatchSize)
  invalidateLinks(scope, ...deleted)
  return deleted
}
