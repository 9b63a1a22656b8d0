import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { ServiceError } from '../../kernel/errors.js'
import { textList } from '../../kernel/fields.js'
import { folderForbidden, linkNotFound, nothingToDelete, rootLinkStays } from '../errors.js'
import { readableFolders } from '../folder-access.js'
import { rootKey } from '../keys.js'
import { mostInBulk } from '../limits.js'
import { linksWithIds } from '../link.queries.js'
import { tellChange } from '../tell-change.js'
import { tellOfLinks } from '../tell-of-links.js'
import { deleteLinkRows, linksNamed, type NamedLink } from './bulk.queries.js'
import { isDone } from './errors-as-values.js'

export const bulkDeleteLinksQuerySchema = z.object({
  linkIds: textList()
    .refine((ids) => ids.length <= mostInBulk, { message: `At most ${mostInBulk} links at once.` })
    .meta({ description: 'Ids of the links, or `ext_` and your own ids; at most 100.' }),
})
export const BulkDeleted = z.object({ deletedCount: z.number() })

/** Deletes links. Those that are not there, links of bare domains and those in folders that are not the caller's to change are passed over. */
export async function bulkDeleteLinks(
  scope: WorkspaceScope,
  { linkIds }: z.infer<typeof bulkDeleteLinksQuerySchema>,
): Promise<z.infer<typeof BulkDeleted>> {
  if (linkIds.length === 0) throw nothingToDelete()
  const outcomes = await deleteLinks(scope, linkIds)
  return { deletedCount: new Set(outcomes.filter(isDone)).size }
}

/** What became of each that was named, in that order: the link that is gone, or why it stays. */
export async function deleteLinks(scope: WorkspaceScope, names: readonly string[]): Promise<(NamedLink | ServiceError)[]> {
  const found = new Map(
    (await linksNamed(scope, names)).flatMap((link) => [
      [link.id, link],
      [`ext_${link.externalId?.toLowerCase()}`, link],
    ]),
  )
  const reach = await readableFolders(scope, { mega: true, permission: 'folders.links.write' })
  const isOpen = ({ folderId }: NamedLink) => folderId === null || reach === 'everything' || reach.folderIds.includes(folderId)
  const outcomes = names.map((name) => {
    const link = found.get(name.startsWith('ext_') ? name.toLowerCase() : name)
    if (!link) return linkNotFound()
    return link.key === rootKey ? rootLinkStays() : isOpen(link) ? link : folderForbidden()
  })
  const gone = [...new Set(outcomes.filter(isDone))]
  const ids = gone.map(({ id }) => id)
  await tellOfLinks(scope, 'link.deleted', () => linksWithIds(scope, ids))
  await deleteLinkRows(scope, ids)
  tellChange(scope, ...gone)
  return outcomes
}
