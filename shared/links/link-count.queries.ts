/** SQL of counts of links: from kept sums where the filter allows it, from the links' indexes otherwise. */
import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { conditions, type LinkFilter } from './link-list.queries.js'
import type { LinkGrouping } from './link-query.schema.js'

/** What is counted, and how. */
interface Counted {
  from: string
  count: string
  where: string
  params: unknown[]
}

const askedOfRows = ['tenantId', 'partnerId', 'linkIds', 'createdFrom', 'createdBefore'] as const

/** Sums are kept by everything else. */
export const isKeptAsSum = (filter: LinkFilter): boolean =>
  !filter.search && !filter.withTags && askedOfRows.every((property) => filter[property] === undefined)

/** By tag, only those that the workspace has: one that was deleted may still hang on links. */
function counted({ workspace }: WorkspaceScope, filter: LinkFilter, grouping?: LinkGrouping): Counted {
  const byTag = grouping === 'tagId'
  if (!isKeptAsSum(filter)) {
    const where = conditions(workspace, filter)
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
    : sumsOf(filter.tagIds)
  const where = conditions(workspace, { ...filter, tagIds: undefined })
  return { from, count: 'sum(l.count)', where: where.sql(), params: [...params, ...where.params] }
}

/**
 * Sums in which each link that has one of the tags counts once. A link counts for each of its tags, so what it counts too often is taken
 * off again.
 */
function sumsOf(tagIds: readonly string[] = ['']): { from: string; params: unknown[] } {
  const ofTags = 'select * from link_counts_now where tag_id = any (array[?]::text[])'
  if (tagIds.length < 2) return { from: `(${ofTags}) l`, params: [tagIds] }
  const again = `
    select l.workspace_id, '', l.domain, l.folder_id, l.user_id, l.archived, 1 - times
    from (select link_id, count(*) as times from link_tags where tag_id = any (array[?]::text[]) group by link_id having count(*) > 1) again join links l on l.id = link_id`
  return { from: `(${ofTags} union all ${again}) l`, params: [tagIds, tagIds] }
}

export async function countLinksMatching(scope: WorkspaceScope, filter: LinkFilter): Promise<number> {
  const { from, count, where, params } = counted(scope, filter)
  const rows: { count: number }[] = await scope.em.execute(`select coalesce(${count}, 0)::int as count from ${from} where ${where}`, params)
  return rows[0]?.count ?? 0
}

const columns: Record<LinkGrouping, string> = { domain: 'l.domain', userId: 'l.user_id', folderId: 'l.folder_id', tagId: 't.id' }

/** A row for each value, the largest first. By tag, a link counts once for each of its tags. */
export async function linkCountsBy(
  scope: WorkspaceScope,
  filter: LinkFilter,
  grouping: LinkGrouping,
): Promise<{ value: string | null; count: number }[]> {
  const { from, count, where, params } = counted(scope, filter, grouping)
  return scope.em.execute(
    `select ${columns[grouping]} as value, ${count}::int as count from ${from} where ${where} group by 1 having ${count} > 0 order by 2 desc, 1 limit 10000`,
    params,
  )
}

const kind = 'workspace_id, tag_id, domain, folder_id, user_id, archived'

/** Adds some changes to the sums they belong to; answers how many. Who folds at the same time takes others. */
export async function foldLinkCounts({ em }: Scope, most: number): Promise<number> {
  const rows: { folded: number }[] = await em.execute(
    `with taken as (
       delete from link_count_changes where ctid = any (array(select ctid from link_count_changes order by workspace_id limit ? for update skip locked)) returning *
     ), added as (
       insert into link_counts (${kind}, count) select ${kind}, sum(count) from taken group by ${kind} having sum(count) <> 0 order by ${kind}
       on conflict (${kind}) do update set count = link_counts.count + excluded.count
     )
     select count(*)::int as folded from taken`,
    [most],
  )
  return rows[0]?.folded ?? 0
}

/**
 * Kinds of links that no workspace has any more. What somebody folds into at the moment is left for the next time: two who wait for each
 * other would end one.
 */
export async function dropEmptyLinkCounts({ em }: Scope): Promise<void> {
  await em.execute('delete from link_counts where ctid = any (array(select ctid from link_counts where count = 0 for update skip locked))')
}
