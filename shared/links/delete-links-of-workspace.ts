import type { JobScope } from '../kernel/scope.js'
import { tellChange } from './tell-change.js'
import { deleteSomeLinksOfWorkspace, type GoneLink } from './workspace-links.queries.js'

/** One transaction holds so many rows locked, and no more. */
const atOnce = 1000

/** Deletes some links of a workspace that was closed; answers which. Nobody is told of each: who would listen is gone. */
export async function deleteLinksOfWorkspace(scope: JobScope, workspaceId: string): Promise<GoneLink[]> {
  const gone = await deleteSomeLinksOfWorkspace(scope, workspaceId, atOnce)
  tellChange(scope, ...gone)
  return gone
}
