/**
 * SQL of lists of links. Every one is bound to its workspace and can walk an index in the order of the answer. Counts:
 * `link-count.queries.ts`.
 */
import type { Workspace, WorkspaceScope } from '../accounts/index.js'
import { askPrepared, asQuestion } from '../kernel/ask-prepared.js'
import { digest } from '../kernel/contract.js'
import type { FolderReach } from './folder-access.js'
import { mostLinksSearchedThoroughly, shortestSubstring } from './limits.js'
import { linkColumnsOf } from './link-row.js'
import { readTagged, type TaggedLink, withTags } from './link.queries.js'

export interface LinkFilter {
  domain?: string | undefined
  tagIds?: readonly string[] | undefined
  withTags?: boolean | undefined
  search?: string | undefined
  userId?: string | undefined
  tenantId?: string | undefined
  partnerId?: string | undefined
  linkIds?: readonly string[] | undefined
  showArchived?: boolean | undefined
  createdFrom?: Date | undefined
  createdBefore?: Date | undefined
  /** `unsorted`, one folder, or whatever the caller may read. */
  folders: 'unsorted' | { folderId: string } | FolderReach
}

export type LinkOrder = 'createdAt' | 'clicks' | 'saleAmount' | 'lastClicked'

/** Which part of the ordered links. Cursors are link ids. */
export type LinkWindow = { after: string; size: number } | { before: string; size: number } | { skip: number; size: number }

// A link's id begins with the time of its creation, so the newest first is the greatest id first.
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
  const rows = await askPrepared<Parameters<typeof readTagged>[0]>(scope.pool, {
    ...asQuestion(sql, params),
    name: isPlain ? `links-${digest(sql)}` : undefined,
  })
  const links = rows.map(readTagged)
  // The rows just above a cursor are found from below; they are shown in the order of all others.
  return 'before' in window ? links.toReversed() : links
}

/**
 * The statement of a list; apart, so that its plan can be asked for. Which links are meant is read from indexes: of those that are skipped
 * no row is touched. There are few plain ones, where nothing is looked for: they are prepared.
 */
export function listStatement(
  { workspace }: Pick<WorkspaceScope, 'workspace'>,
  filter: LinkFilter,
  order: LinkOrder,
  window: LinkWindow,
): { sql: string; params: unknown[]; isPlain: boolean } {
  const where = conditions(workspace, filter)
  const isPlain = where.params.length === 1
  if ('after' in window) where.add('l.id < ?', window.after)
  if ('before' in window) where.add('l.id > ?', window.before)
  const sorting = 'before' in window ? 'l.id asc' : orders[order]
  return {
    sql: `select ${linkColumnsOf('l')}, ${withTags} from links l where l.id = any (array(select l.id from links l where ${where.sql()} order by ${sorting} limit ? offset ?)) order by ${sorting}`,
    params: [...where.params, window.size, 'skip' in window ? window.skip : 0],
    isPlain,
  }
}

/** Whether the workspace has this link: a cursor must be one of its own. */
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

const oneOf = 'any (array[?]::text[])'

/** The conditions of a filter on rows that are called `l`. */
export function conditions(workspace: Workspace, filter: LinkFilter): Conditions {
  const where = new Conditions()
  where.add('l.workspace_id = ?', workspace.id)
  if (!filter.showArchived) where.add('not l.archived')
  if (filter.domain !== undefined) where.add('l.domain = ?', filter.domain)
  if (filter.userId !== undefined) where.add('l.user_id = ?', filter.userId)
  if (filter.tenantId !== undefined) where.add('l.tenant_id = ?', filter.tenantId)
  if (filter.partnerId !== undefined) where.add('l.partner_id = ?', filter.partnerId)
  if (filter.linkIds) where.add(`l.id = ${oneOf}`, filter.linkIds)
  if (filter.createdFrom) where.add('l.created_at >= ?', filter.createdFrom)
  if (filter.createdBefore) where.add('l.created_at < ?', filter.createdBefore)
  if (filter.search) addSearch(where, workspace, filter.search)
  if (filter.tagIds) where.add(`exists (select 1 from link_tags a where a.link_id = l.id and a.tag_id = ${oneOf})`, filter.tagIds)
  if (filter.withTags)
    where.add('exists (select 1 from link_tags a join tags t on t.id = a.tag_id where a.link_id = l.id and t.workspace_id is not null)')
  addFolders(where, filter.folders)
  return where
}

function addSearch(where: Conditions, { totalLinks }: Workspace, search: string): void {
  const text = search.replaceAll(/[\\%_]/g, '\\$&')
  if (Array.from(search).length < shortestSubstring && totalLinks > mostLinksSearchedThoroughly)
    where.add('l.lookup_key like ?', `${text.toLowerCase()}%`)
  // The same expression as in the index, which holds the workspace beside the text.
  else where.add(`l.short_link || ' ' || l.url ilike ?`, `%${text}%`)
}

function addFolders(where: Conditions, folders: LinkFilter['folders']): void {
  if (folders === 'everything') return
  if (folders === 'unsorted') where.add('l.folder_id is null')
  else if ('folderId' in folders) where.add('l.folder_id = ?', folders.folderId)
  else where.add(`(l.folder_id is null or l.folder_id = ${oneOf})`, folders.folderIds)
}
