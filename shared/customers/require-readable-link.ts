import type { WorkspaceScope } from '../accounts/index.js'
import { linksById, requireFolderOfLink } from '../links/index.js'

/** Refuses to filter by a link in a folder that the caller may not read. A link that does not exist simply has no customers. */
export async function requireReadableLink(scope: WorkspaceScope, linkId: string | undefined): Promise<void> {
  const link = linkId === undefined ? undefined : (await linksById(scope, [linkId])).get(linkId)
  if (link) await requireFolderOfLink(scope, link, 'folders.read')
}
