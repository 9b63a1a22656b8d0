import type { WorkspaceScope } from '../../accounts/index.js'
import { containsPattern } from '../../kernel/db/like-pattern.js'
import type { Scope } from '../../kernel/scope.js'
import type { TagOfLink } from '../link.queries.js'
import type { GetTags, GetTagsCount } from './tag-input.schema.js'

const sortColumns = { name: 'lower(name)', createdAt: 'id' } as const
const matchCondition = `workspace_id = ? and (?::text is null or name ilike ?)`
const matchParams = ({ workspace }: WorkspaceScope, search: string | undefined) => [
  workspace.id,
  search ?? null,
  containsPattern(search ?? ''),
]

export async function tagsMatching(
  scope: WorkspaceScope,
  { sortBy, sortOrder, search, ids, page = 1, pageSize }: GetTags,
): Promise<TagOfLink[]> {
  const idFilter = ids && ids.length > 0 ? 'and id = any (array[?]::text[])' : ''
  return scope.em.execute(
    `select id, name, color from tags where ${matchCondition} ${idFilter} order by ${sortColumns[sortBy]} ${sortOrder}, id ${sortOrder} limit ? offset ?`,
    [...matchParams(scope, search), ...(idFilter ? [ids] : []), pageSize, (page - 1) * pageSize],
  )
}

export async function countTags(scope: WorkspaceScope, { search }: GetTagsCount): Promise<number> {
  const [row]: { count: number }[] = await scope.em.execute(
    `select count(*)::int as count from tags where ${matchCondition}`,
    matchParams(scope, search),
  )
  return row?.count ?? 0
}

/** Number of links by tag id; tags without links are absent. */
export async function linkCountsOfTags({ em, workspace }: WorkspaceScope, tagIds: readonly string[]): Promise<Map<string, number>> {
  if (tagIds.length === 0) return new Map()
  const rows: { id: string; count: number }[] = await em.execute(
    'select tag_id as id, sum(count)::int as count from link_counts_now where workspace_id = ? and tag_id = any (array[?]::text[]) group by 1',
    [workspace.id, tagIds],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Detaches the tag from its workspace, which hides it. Returns whether the workspace had it. */
export async function detachTag({ em, workspace }: WorkspaceScope, id: string): Promise<boolean> {
  const rows = await em.execute('update tags set workspace_id = null where id = ? and workspace_id = ? returning id', [id, workspace.id])
  return rows.length > 0
}

/**
 * Removes a detached tag from one batch of links. Returns their number. Locks the links first, in the same order as updates of a link with
 * its tags.
 */
export async function removeTagFromLinks({ em }: Scope, tagId: string, limit: number): Promise<number> {
  const rows = await em.execute(
    `delete from link_tags where tag_id = ? and link_id in (
       select id from links where id in (
         select link_id from link_tags join tags on tags.id = tag_id where tag_id = ? and workspace_id is null order by link_id limit ?
       ) order by id for share
     ) returning 1`,
    [tagId, tagId, limit],
  )
  return rows.length
}

/** Waits for transactions that are adding the tag to a link; the foreign key then removes it from that link. */
export async function deleteDetachedTag({ em }: Scope, tagId: string): Promise<void> {
  await em.execute('delete from tags where id = ? and workspace_id is null', [tagId])
}
