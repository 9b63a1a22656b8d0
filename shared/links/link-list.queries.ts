/**
 * SQL for lists of links. Every query is restricted to one workspace and can read an index in the order of the result. Counts:
 * `link-count.queries.ts`.
 */
import type { Workspace, WorkspaceScope } from '../accounts/index.js'
import { queryPrepared, toSqlQuery } from '../kernel/db/prepared-query.js'
import { digestJson } from '../kernel/hash.js'
import type { ReadableFolders } from './folder-access.js'
import { maxLinksForShortSubstrings, minSubstringLength } from './limits.js'
import { linkColumnsOf } from './link-row.js'
import { readTaggedLink, type TaggedLink, withTags } from './link.queries.js'

export interface LinkFilter {
  domain?: string | undefined
  /** Former name of the domain while links are being moved from it. */
  formerDomain?: string | undefined
  tagIds?: readonly string[] | undefined
  withTags?: boolean | undefined
  /** Text in the short link or in the destination. */
  search?: string | undefined
  /** Instead of `search`, if its text is the whole short link of this link. */
  linkId?: string | undefined
  userId?: string | undefined
  tenantId?: string | undefined
  partnerId?: string | undefined
  linkIds?: readonly string[] | undefined
  showArchived?: boolean | undefined
  createdFrom?: Date | undefined
  createdBefore?: Date | undefined
  /** Links outside folders (`unsorted`), in one folder, or in all folders that the caller may read. */
  folders: 'unsorted' | { folderId: string } | ReadableFolders
}

export type LinkOrder = 'createdAt' | 'clicks' | 'saleAmount' | 'lastClicked'

/** Part of the ordered links to return. Cursors are link ids. */
export type LinkWindow = { after: string; size: number } | { before: string; size: number } | { skip: number; size: number }

// Link ids start with the time of creation, so newest first means greatest id first.
const orders: Record<LinkOrder, string> = {
  createdAt: 'l.id desc',
  clicks: 'l.clicks desc, l.id desc',
  saleAmount: 'l.sale_amount desc, l.id desc',
  lastClicked: 'l.last_clicked desc nulls last, l.id desc',
}

export async function linksMatching(
  scope: WorkspaceScope,
  filter: LinkFilter,
  order: LinkOrder,
  window: LinkWindow,
): Promise<TaggedLink[]> {
  const { sql, params, isPlain } = listStatement(scope, filter, order, window)
  const rows = await queryPrepared<Parameters<typeof readTaggedLink>[0]>(scope.pool, {
    ...toSqlQuery(sql, params),
    name: isPlain ? `links-${digestJson(sql)}` : undefined,
  })
  const links = rows.map(readTaggedLink)
  // Rows before a cursor are read in reverse order.
  return 'before' in window ? links.toReversed() : links
}

/**
 * SQL of a list, exported so that tests can explain its plan. The inner query reads only indexes, so that no rows of skipped links are
 * fetched. `isPlain` marks queries without filters: there are few different ones, so they are prepared.
 */
export function listStatement(
  { workspace }: Pick<WorkspaceScope, 'workspace'>,
  filter: LinkFilter,
  order: LinkOrder,
  window: LinkWindow,
): { sql: string; params: unknown[]; isPlain: boolean } {
  const where = filterConditions(workspace, filter)
  const isPlain = where.params.length === 1
  if ('after' in window) where.add('l.id < ?', window.after)
  if ('before' in window) where.add('l.id > ?', window.before)
  const sorting = 'before' in window ? 'l.id asc' : orders[order]
  return {
    sql: `select ${linkColumnsOf('l')}, ${withTags} from links l
      where l.id = any (array(select l.id from links l where ${where.sql()} order by ${sorting} limit ? offset ?)) order by ${sorting}`,
    params: [...where.params, window.size, 'skip' in window ? window.skip : 0],
    isPlain,
  }
}

/** Whether the link belongs to the workspace. */
export async function isLinkOfWorkspace({ em, workspace }: WorkspaceScope, linkId: string): Promise<boolean> {
  const rows = await em.execute('select 1 from links where id = ? and workspace_id = ?', [linkId, workspace.id])
  return rows.length > 0
}

class Conditions {
  readonly params: unknown[] = []
  private readonly parts: string[] = []

  add(sql: string, ...params: unknown[]): void {
    this.parts.push(sql)
    this.params.push(...params)
  }

  sql(): string {
    return this.parts.join(' and ')
  }
}

const anyOf = 'any (array[?]::text[])'

/** Where clause of a filter on rows with the alias `l`. */
export function filterConditions(workspace: Workspace, filter: LinkFilter): Conditions {
  const where = new Conditions()
  where.add('l.workspace_id = ?', workspace.id)
  if (!filter.showArchived) where.add('not l.archived')
  if (filter.formerDomain !== undefined) where.add('l.domain in (?, ?)', filter.domain, filter.formerDomain)
  else if (filter.domain !== undefined) where.add('l.domain = ?', filter.domain)
  if (filter.userId !== undefined) where.add('l.user_id = ?', filter.userId)
  if (filter.tenantId !== undefined) where.add('l.tenant_id = ?', filter.tenantId)
  if (filter.partnerId !== undefined) where.add('l.partner_id = ?', filter.partnerId)
  if (filter.linkId !== undefined) where.add('l.id = ?', filter.linkId)
  if (filter.linkIds) where.add(`l.id = ${anyOf}`, filter.linkIds)
  if (filter.createdFrom) where.add('l.created_at >= ?', filter.createdFrom)
  if (filter.createdBefore) where.add('l.created_at < ?', filter.createdBefore)
  if (filter.search) addSearch(where, workspace, filter.search)
  if (filter.tagIds) where.add(`exists (select 1 from link_tags a where a.link_id = l.id and a.tag_id = ${anyOf})`, filter.tagIds)
  if (filter.withTags)
    where.add('exists (select 1 from link_tags a join tags t on t.id = a.tag_id where a.link_id = l.id and t.workspace_id is not null)')
  addFolders(where, filter.folders)
  return where
}

function addSearch(where: Conditions, { totalLinks }: Workspace, search: string): void {
  const text = search.replaceAll(/[\\%_]/g, '\\$&')
  if (Array.from(search).length < minSubstringLength && totalLinks > maxLinksForShortSubstrings) {
    const prefixes = spellingsOf(text).map((spelling) => `${spelling}%`)
    where.add(`(${prefixes.map(() => 'l.lookup_key like ?').join(' or ')})`, ...prefixes)
  }
  // The same expression as in the index `links_search`.
  else where.add(`l.short_link || ' ' || l.url ilike ?`, `%${text}%`)
}

/** A short text in small and capital letters: the compared form of a key has capitals on some domains. The index cannot ignore case. */
const spellingsOf = (text: string) =>
  Array.from(text).reduce<string[]>(
    (starts, letter) => starts.flatMap((start) => [...new Set([letter.toLowerCase(), letter.toUpperCase()])].map((one) => start + one)),
    [''],
  )

function addFolders(where: Conditions, folders: LinkFilter['folders']): void {
  if (folders === 'all') return
  if (folders === 'unsorted') where.add('l.folder_id is null')
  else if ('folderId' in folders) where.add('l.folder_id = ?', folders.folderId)
  else where.add(`(l.folder_id is null or l.folder_id = ${anyOf})`, folders.folderIds)
}
