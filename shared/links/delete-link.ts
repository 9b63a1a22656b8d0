import type { WorkspaceScope } from '../accounts/index.js'
import { rootLinkStays } from './errors.js'
import { requireFolderOf } from './folder-access.js'
import { rootKey } from './keys.js'
import { deleteLinkRow } from './link.queries.js'
import { requireLink } from './require-link.js'
import { tellChange } from './tell-change.js'
import { tellOfLinks } from './tell-of-links.js'

/** Deletes a link. The link of a bare domain is refused; links used up in the billing period stay used up. */
export async function deleteLink(scope: WorkspaceScope, linkId: string): Promise<{ id: string }> {
  const link = await requireLink(scope, linkId, { locked: true })
  if (link.key === rootKey) throw rootLinkStays()
  await requireFolderOf(scope, link, 'folders.links.write')
  await tellOfLinks(scope, 'link.deleted', [link])
  await deleteLinkRow(scope, link)
  tellChange(scope, link)
  return { id: link.id }
}
