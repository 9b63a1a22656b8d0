import type { WorkspaceScope } from '../../accounts/index.js'
import { containing } from '../../kernel/like.js'
import type { Scope } from '../../kernel/scope.js'
import type { TagOfLink } from '../link.queries.js'
import type { GetTags, GetTagsCount } from './tag-input.schema.js'

const orders = { name: 'lower(name)', createdAt: 'id' } as const
const matches = `workspace_id = ? and (?::text is null or name ilike ?)`
const matching = ({ workspace }: WorkspaceScope, search: string | undefined) => [workspace.id, search ?? null, containing(search ?? '')]

export async function tagsMatching(
  scope: WorkspaceScope,
  { sortBy, sortOrder, search, ids, page = 1, pageSize }: GetTags,
): Promise<TagOfLink[]> {
  const among = ids && ids.length > 0 ? 'and id = any (array[?]::text[])' : ''
  return scope.em.execute(
    `select id, name, color from tags where ${matches} ${among} order by ${orders[sortBy]} ${sortOrder}, id ${sortOrder} limit ? offset ?`,
    [...matching(scope, search), ...(among ? [ids] : []), pageSize, (page - 1) * pageSize],
  )
}

export async function countTags(scope: WorkspaceScope, { search }: GetTagsCount): Promise<number> {
  const [row]: { count: number }[] = await scope.em.execute(
    `select count(*)::int as count from tags where ${matches}`,
    matching(scope, search),
  )
  return row?.count ?? 0
}

/** How many links have each tag; a tag that none has is absent. */
export async function linkCountsOfTags({ em, workspace }: WorkspaceScope, tagIds: readonly string[]): Promise<Map<string, number>> {
  if (tagIds.length === 0) return new Map()
  const rows: { id: string; count: number }[] = await em.execute(
    'select tag_id as id, sum(count)::int as count from link_counts_now where workspace_id = ? and tag_id = any (array[?]::text[]) group by 1',
    [workspace.id, tagIds],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** Takes the tag out of its workspace, and so out of sight. Answers whether the workspace had it. */
export async function detachTag({ em, workspace }: WorkspaceScope, id: string): Promise<boolean> {
  const rows = await em.execute('update tags set workspace_id = null where id = ? and workspace_id = ? returning id', [id, workspace.id])
  return rows.length > 0
}

/** Takes a detached tag off some links; answers off how many. The links are locked first, as by whoever changes one together with its tags. */
export async function untagLinks({ em }: Scope, tagId: string, most: number): Promise<number> {
  const rows = await em.execute(
    `delete from link_tags where tag_id = ? and link_id in (
       select id from links where id in (select link_id from link_tags join tags on tags.id = tag_id where tag_id = ? and workspace_id is null order by link_id limit ?) order by id for share
     ) returning 1`,
    [tagId, tagId, most],
  )
  return rows.length
}

/** Waits for whoever is just giving the tag to a link; such a link loses it with the row. */
export async function deleteDetachedTag({ em }: Scope, tagId: string): Promise<void> {
  await em.execute('delete from tags where id = ? and workspace_id is null', [tagId])
}
