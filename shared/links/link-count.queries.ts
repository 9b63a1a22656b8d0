/** SQL for counts of links: from stored sums if the filter allows it, else from the links themselves. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { filterConditions, type LinkFilter } from './link-list.queries.js'
import type { LinkGrouping } from './link-query.schema.js'

interface CountSource {
  from: string
  count: string
  where: string
  params: unknown[]
}

const rowOnlyFilters = ['tenantId', 'partnerId', 'linkId', 'linkIds', 'createdFrom', 'createdBefore'] as const

/** Whether a count can be read from stored sums, which are grouped by all other filter properties. */
export const isCountedFromSums = (filter: LinkFilter): boolean =>
  !filter.search && !filter.withTags && rowOnlyFilters.every((property) => filter[property] === undefined)

/** Grouping by tag joins the tags of the workspace, because deleted tags may still be attached to links. */
function countSource({ workspace }: WorkspaceScope, filter: LinkFilter, grouping?: LinkGrouping): CountSource {
  const byTag = grouping === 'tagId'
  if (!isCountedFromSums(filter)) {
    const where = filterConditions(workspace, filter)
    return {
      from: byTag
        ? `links l join link_tags a on a.link_id = l.id join tags t on t.id = a.tag_id and t.workspace_id = l.workspace_id`
        : 'links l',
      count: 'count(*)',
      where: where.sql(),
      params: where.params,
    }
  }
  const { from, params } = byTag
    ? { from: 'link_counts_now l join tags t on t.id = l.tag_id and t.workspace_id = l.workspace_id', params: [] }
    : sumsByTags(filter.tagIds)
  const where = filterConditions(workspace, { ...filter, tagIds: undefined })
  return { from, count: 'sum(l.count)', where: where.sql(), params: [...params, ...where.params] }
}

/**
 * Sums that count each link with at least one of the tags once. The stored sums count a link once for each tag, so the surplus of links
 * with several of the tags is subtracted.
 */
function sumsByTags(tagIds: readonly string[] = ['']): { from: string; params: unknown[] } {
  const sums = 'select * from link_counts_now where tag_id = any (array[?]::text[])'
  if (tagIds.length < 2) return { from: `(${sums}) l`, params: [tagIds] }
  const surplus = `
    select l.workspace_id, '', l.domain, l.folder_id, l.user_id, l.archived, 1 - tag_count
    from (select link_id, count(*) as tag_count from link_tags where tag_id = any (array[?]::text[]) group by link_id having count(*) > 1) repeated
    join links l on l.id = link_id`
  return { from: `(${sums} union all ${surplus}) l`, params: [tagIds, tagIds] }
}

export async function countLinksMatching(scope: WorkspaceScope, filter: LinkFilter): Promise<number> {
  const { from, count, where, params } = countSource(scope, filter)
  const rows: { count: number }[] = await scope.em.execute(`select coalesce(${count}, 0)::int as count from ${from} where ${where}`, params)
  return rows[0]?.count ?? 0
}

const columns: Record<LinkGrouping, string> = { domain: 'l.domain', userId: 'l.user_id', folderId: 'l.folder_id', tagId: 't.id' }

/** Returns one row per value, largest count first. Grouped by tag, a link counts once for each of its tags. */
export async function linkCountsBy(
  scope: WorkspaceScope,
  filter: LinkFilter,
  grouping: LinkGrouping,
): Promise<{ value: string | null; count: number }[]> {
  const { from, count, where, params } = countSource(scope, filter, grouping)
  return scope.em.execute(
    `select ${columns[grouping]} as value, ${count}::int as count from ${from} where ${where} group by 1 having ${count} > 0 order by 2 desc, 1 limit 10000`,
    params,
  )
}

const groupColumns = 'workspace_id, tag_id, domain, folder_id, user_id, archived'

/** Adds up to `limit` pending changes to the stored sums and returns how many. Concurrent calls process different changes. */
export async function rollUpLinkCountChanges({ em }: Scope, limit: number): Promise<number> {
  const rows: { rolledUp: number }[] = await em.execute(
    `with taken as (
       delete from link_count_changes
       where ctid = any (array(select ctid from link_count_changes order by workspace_id limit ? for update skip locked)) returning *
     ), added as (
       insert into link_counts (${groupColumns}, count)
       select ${groupColumns}, sum(count) from taken group by ${groupColumns} having sum(count) <> 0 order by ${groupColumns}
       on conflict (${groupColumns}) do update set count = link_counts.count + excluded.count
     )
     select count(*)::int as "rolledUp" from taken`,
    [limit],
  )
  return rows[0]?.rolledUp ?? 0
}

/** Deletes sums that are 0. Skips rows locked by a concurrent roll-up, because waiting for each other's locks would deadlock. */
export async function deleteEmptyLinkCounts({ em }: Scope): Promise<void> {
  await em.execute('delete from link_counts where ctid = any (array(select ctid from link_counts where count = 0 for update skip locked))')
}
