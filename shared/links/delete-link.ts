import type { WorkspaceScope } from '../accounts/index.js'
import { rootLinkNotDeletable } from './errors.js'
import { requireFolderOfLink } from './folder-access.js'
import { invalidateLinks } from './invalidate-links.js'
import { rootKey } from './keys.js'
import { deleteLinkRow } from './link.queries.js'
import { publishLinkEvents } from './publish-link-events.js'
import { requireLink } from './require-link.js'

/** Deletes a link. The link of a bare domain is refused. The quota used by the link is not given back. */
export async function deleteLink(scope: WorkspaceScope, linkId: string): Promise<{ id: string }> {
  const link = await requireLink(scope, linkId, { locked: true })
  if (link.key === rootKey) throw rootLinkNotDeletable()
  await requireFolderOfLink(scope, link, 'folders.links.write')
  await publishLinkEvents(scope, 'link.deleted', [link])
  await deleteLinkRow(scope, link)
  invalidateLinks(scope, link)
  return { id: link.id }
}
