import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { textList } from '../../kernel/fields.js'
import { nothingToDelete } from '../errors.js'
import { linkDeleted } from '../events.js'
import { readableFolders } from '../folder-access.js'
import { rootKey } from '../keys.js'
import { mostInBulk } from '../limits.js'
import { tellChange } from '../tell-change.js'
import { deleteLinkRows, linksNamed } from './bulk.queries.js'

export const bulkDeleteLinksQuerySchema = z.object({
  linkIds: textList()
    .refine((ids) => ids.length <= mostInBulk, { message: `At most ${mostInBulk} links at once.` })
    .meta({ description: 'Ids of the links, or `ext_` and your own ids; at most 100.' }),
})
export const BulkDeleted = z.object({ deletedCount: z.number() })

/** Deletes links. Those that are not there, links of bare domains and those in folders that are not the caller's to change are passed over. */
export async function bulkDeleteLinks(scope: WorkspaceScope, { linkIds }: z.infer<typeof bulkDeleteLinksQuerySchema>): Promise<z.infer<typeof BulkDeleted>> {
  if (linkIds.length === 0) throw nothingToDelete()
  const found = (await linksNamed(scope, linkIds)).filter(({ key }) => key !== rootKey)
  const reach = await readableFolders(scope, { mega: true, permission: 'folders.links.write' })
  const links = found.filter(({ folderId }) => folderId === null || reach === 'everything' || reach.folderIds.includes(folderId))
  await deleteLinkRows(scope, links.map(({ id }) => id))
  for (const { id, domain, key } of links) scope.announce(linkDeleted, { linkId: id, workspaceId: scope.workspace.id, domain, key })
  tellChange(scope, ...links)
  return { deletedCount: links.length }
}
