import type { WorkspaceScope } from '../../accounts/index.js'
import type { GetTags, TagResponse } from './tag-input.schema.js'
import { linkCountsOfTags, tagsMatching } from './tag.queries.js'

export async function listTags(scope: WorkspaceScope, query: GetTags): Promise<TagResponse[]> {
  const tags = await tagsMatching(scope, query)
  if (!query.includeLinksCount) return tags
  const counts = await linkCountsOfTags(
    scope,
    tags.map(({ id }) => id),
  )
  return tags.map((tag) => ({ ...tag, _count: { links: counts.get(tag.id) ?? 0 } }))
}
