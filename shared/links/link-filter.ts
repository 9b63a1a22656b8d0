/** Resolves the query of a caller to a link filter. Shared by list, count and export. */
import type { WorkspaceScope } from '../accounts/index.js'
import { requireUsableDomain } from './choose-domain.js'
import { findLinkByShortLink } from './find-link-by-address.js'
import { readableFolders, requireFolder } from './folder-access.js'
import type { LinkFilter } from './link-list.queries.js'
import type { GetLinksCount, LinkGrouping } from './link-query.schema.js'
import { tagsOfWorkspace } from './link.queries.js'

type LinkQuery = Omit<GetLinksCount, 'groupBy'>

/** Refuses domains and folders that the caller must not read. The filter on the property to group by is ignored. */
export async function linkFilter(scope: WorkspaceScope, query: LinkQuery, groupBy?: LinkGrouping): Promise<LinkFilter> {
  const { showArchived, withTags, search, tenantId, partnerId, domain } = query
  const searchedLink = search ? await findLinkByShortLink(scope, search) : null
  const isFiltered = (grouping: LinkGrouping) => grouping !== groupBy
  const usableDomain = isFiltered('domain') && domain ? await requireUsableDomain(scope, domain) : null
  return {
    showArchived,
    withTags,
    search: searchedLink ? undefined : search,
    linkId: searchedLink?.id,
    tenantId,
    partnerId,
    linkIds: nonEmpty(query.linkIds),
    tagIds: isFiltered('tagId') ? await tagsOf(scope, query) : undefined,
    domain: usableDomain?.slug,
    formerDomain: usableDomain?.movedFrom ?? undefined,
    userId: isFiltered('userId') ? query.userId : undefined,
    folders: await foldersOf(scope, query, groupBy),
  }
}

/**
 * Resolves tag names to ids before the search, because PostgreSQL can only estimate the number of rows for known ids. Keeps only tags of
 * the workspace, because deleted tags may still be attached to links.
 */
async function tagsOf(scope: WorkspaceScope, { tagIds, tagId, tagNames }: LinkQuery): Promise<string[] | undefined> {
  const ids = nonEmpty(tagIds) ?? (tagId ? [tagId] : undefined)
  if (!ids && !nonEmpty(tagNames)) return undefined
  const tags = ids ? await tagsOfWorkspace(scope, 'id', ids) : await tagsOfWorkspace(scope, 'name', tagNames ?? [])
  return tags.map(({ id }) => id)
}

// Forms send an empty list if nothing is selected.
const nonEmpty = (values: string[] | undefined) => (values && values.length > 0 ? values : undefined)

/**
 * Without a folder, only links outside folders match. If another filter narrows the list, links in all folders that the caller may read
 * match as well.
 */
async function foldersOf(scope: WorkspaceScope, query: LinkQuery, groupBy: LinkGrouping | undefined): Promise<LinkFilter['folders']> {
  if (groupBy === 'folderId') return readableFolders(scope, { mega: true })
  if (query.folderId === 'unsorted') return 'unsorted'
  if (query.folderId) return { folderId: (await requireFolder(scope, query.folderId, 'folders.read')).id }
  const isNarrowed =
    [query.search, query.domain, query.tagId, query.tenantId].some(Boolean) ||
    [query.tagIds, query.tagNames, query.linkIds].some((list) => list && list.length > 0)
  return isNarrowed || groupBy ? readableFolders(scope) : 'unsorted'
}
