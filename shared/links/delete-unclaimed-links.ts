import type { JobScope } from '../kernel/scope.js'
import { unclaimedLifetime } from './limits.js'
import { deleteLinksWithoutWorkspace } from './link.queries.js'
import { tellChange } from './tell-change.js'

/** Deletes links that somebody unknown made half an hour ago or earlier and nobody claimed. What one run leaves, the next takes. */
export async function deleteUnclaimedLinks(scope: JobScope): Promise<number> {
  const gone = await deleteLinksWithoutWorkspace(scope, new Date(scope.now().getTime() - unclaimedLifetime), 1000)
  tellChange(scope, ...gone)
  return gone.length
}
