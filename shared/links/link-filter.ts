/** From what a caller asks to what is looked for: which domain, which folders. Shared by the list and the count. */
import type { WorkspaceScope } from '../accounts/index.js'
import { requireUsableDomain } from './choose-domain.js'
import { readableFolders, requireFolder } from './folder-access.js'
import type { LinkFilter } from './link-list.queries.js'
import type { GetLinksCount, LinkGrouping } from './link-query.schema.js'
import { tagsOfWorkspace } from './link.queries.js'

type Asked = Omit<GetLinksCount, 'groupBy'>

/** Refuses a domain and a folder that the caller may not read. The filter of the property that is grouped by does not count. */
export async function linkFilter(scope: WorkspaceScope, asked: Asked, groupBy?: LinkGrouping): Promise<LinkFilter> {
  const { showArchived, withTags, search, tenantId, partnerId, domain } = asked
  const isFree = (grouping: LinkGrouping) => grouping !== groupBy
  return {
    showArchived,
    withTags,
    search,
    tenantId,
    partnerId,
    linkIds: listed(asked.linkIds),
    tagIds: isFree('tagId') ? await tagsOf(scope, asked) : undefined,
    domain: isFree('domain') && domain ? (await requireUsableDomain(scope, domain)).slug : undefined,
    userId: isFree('userId') ? asked.userId : undefined,
    folders: await foldersOf(scope, asked, groupBy),
  }
}

/**
 * Names become ids before the search: with the ids in hand the database knows whether few links or many are meant. Of ids only those count
 * that the workspace has: a tag that was deleted may still hang on links.
 */
async function tagsOf(scope: WorkspaceScope, { tagIds, tagId, tagNames }: Asked): Promise<string[] | undefined> {
  const ids = listed(tagIds) ?? (tagId ? [tagId] : undefined)
  if (!ids && !listed(tagNames)) return undefined
  const tags = ids ? await tagsOfWorkspace(scope, 'id', ids) : await tagsOfWorkspace(scope, 'name', tagNames ?? [])
  return tags.map(({ id }) => id)
}

// An empty list in a query is a list that a form sent without choosing anything.
const listed = (values: string[] | undefined) => (values && values.length > 0 ? values : undefined)

/**
 * Without a folder only links in none are meant, unless something narrower than a folder is asked for: then every folder that the caller
 * may read is looked into.
 */
async function foldersOf(scope: WorkspaceScope, asked: Asked, groupBy: LinkGrouping | undefined): Promise<LinkFilter['folders']> {
  if (groupBy === 'folderId') return readableFolders(scope, { mega: true })
  if (asked.folderId === 'unsorted') return 'unsorted'
  if (asked.folderId) return { folderId: (await requireFolder(scope, asked.folderId, 'folders.read')).id }
  const isNarrowed =
    [asked.search, asked.domain, asked.tagId, asked.tenantId].some(Boolean) ||
    [asked.tagIds, asked.tagNames, asked.linkIds].some((list) => list && list.length > 0)
  return isNarrowed || groupBy ? readableFolders(scope) : 'unsorted'
}
