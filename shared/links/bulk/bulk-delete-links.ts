import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import type { ServiceError } from '../../kernel/errors.js'
import { stringList } from '../../kernel/input-fields.js'
import { folderForbidden, linkNotFound, noLinksToDelete, rootLinkNotDeletable } from '../errors.js'
import { readableFolders } from '../folder-access.js'
import { invalidateLinks } from '../invalidate-links.js'
import { rootKey } from '../keys.js'
import { maxBulkLinks } from '../limits.js'
import { linksByIds } from '../link.queries.js'
import { publishLinkEvents } from '../publish-link-events.js'
import { deleteLinkRows, lockLinkSummaries, type LinkSummary } from './bulk.queries.js'
import { isResult } from './errors-as-values.js'

export const bulkDeleteLinksQuerySchema = z.object({
  // Absent ids are refused like empty ones, with an error of their own.
  linkIds: z
    .preprocess(
      (ids) => ids ?? '',
      stringList().refine((ids) => ids.length <= maxBulkLinks, { message: `At most ${maxBulkLinks} ids are allowed.` }),
    )
    .meta({ description: 'Ids of the links, or your own ids prefixed with `ext_`. At most 100.' }),
})
export const BulkDeleted = z.object({ deletedCount: z.number() })

/** Deletes links. Skips links that do not exist, links of bare domains, and links in folders that the caller must not change. */
export async function bulkDeleteLinks(
  scope: WorkspaceScope,
  { linkIds }: z.infer<typeof bulkDeleteLinksQuerySchema>,
): Promise<z.infer<typeof BulkDeleted>> {
  if (linkIds.length === 0) throw noLinksToDelete()
  const outcomes = await deleteIdentifiedLinks(scope, linkIds)
  return { deletedCount: new Set(outcomes.filter(isResult)).size }
}

/** Deletes links together. Throws if one of them may not be deleted; links that are gone already are ignored. */
export async function deleteLinks(scope: WorkspaceScope, linkIds: readonly string[]): Promise<void> {
  if (linkIds.length === 0) return
  const outcomes = await deleteIdentifiedLinks(scope, linkIds)
  const errors = outcomes.flatMap((outcome) => (isResult(outcome) ? [] : [outcome]))
  const refusal = errors.find(({ code }) => code !== 'not_found')
  if (refusal) throw refusal
}

/** Deletes links and returns for each identifier, in order, the deleted link or the error. */
export async function deleteIdentifiedLinks(
  scope: WorkspaceScope,
  identifiers: readonly string[],
): Promise<(LinkSummary | ServiceError)[]> {
  const links = await lockLinkSummaries(scope, identifiers)
  const found = new Map(links.map((link) => [link.id, link]))
  for (const link of links) if (link.externalId !== null) found.set(`ext_${link.externalId.toLowerCase()}`, link)
  const writableFolders = await readableFolders(scope, { mega: true, permission: 'folders.links.write' })
  const isWritable = ({ folderId }: LinkSummary) =>
    folderId === null || writableFolders === 'all' || writableFolders.folderIds.includes(folderId)
  const outcomes = identifiers.map((identifier) => {
    const link = found.get(identifier.startsWith('ext_') ? identifier.toLowerCase() : identifier)
    if (!link) return linkNotFound()
    return link.key === rootKey ? rootLinkNotDeletable() : isWritable(link) ? link : folderForbidden()
  })
  const deleted = [...new Set(outcomes.filter(isResult))]
  const ids = deleted.map(({ id }) => id)
  await publishLinkEvents(scope, 'link.deleted', () => linksByIds(scope, ids))
  await deleteLinkRows(scope, ids)
  invalidateLinks(scope, ...deleted)
  return outcomes
}
