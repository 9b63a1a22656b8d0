import type { WorkspaceScope } from '../../accounts/index.js'
import type { GetTags, TagAnswer } from './tag-input.schema.js'
import { linkCountsOfTags, tagsMatching } from './tag.queries.js'

export async function listTags(scope: WorkspaceScope, asked: GetTags): Promise<TagAnswer[]> {
  const tags = await tagsMatching(scope, asked)
  if (!asked.includeLinksCount) return tags
  const counts = await linkCountsOfTags(
    scope,
    tags.map(({ id }) => id),
  )
  return tags.map((tag) => ({ ...tag, _count: { links: counts.get(tag.id) ?? 0 } }))
}
