import type { JobScope } from '../kernel/scope.js'
import { invalidateLinks } from './invalidate-links.js'
import { unclaimedLinkTtlMs } from './limits.js'
import { deleteLinksWithoutWorkspace } from './link.queries.js'

/** Deletes up to 1000 anonymous links that were not claimed within half an hour. Returns the number of deleted links. */
export async function deleteUnclaimedLinks(scope: JobScope): Promise<number> {
  const deleted = await deleteLinksWithoutWorkspace(scope, new Date(scope.now().getTime() - unclaimedLinkTtlMs), 1000)
  invalidateLinks(scope, ...deleted)
  return deleted.length
}
