import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { tagNameTaken } from '../errors.js'
import { requireQuota } from '../quota.queries.js'
import { Tag, type TagColor, tagColors } from '../tag.entity.js'
import { presentTag } from './present-tag.js'
import type { CreateTag, TagResponse } from './tag-input.schema.js'

// Pink is too similar to red and purple to be assigned at random; it can still be requested.
const randomColors = tagColors.filter((color) => color !== 'pink')

/** Creates a tag. Rejected when the tag limit is reached or the name is taken. */
export async function createTag(scope: WorkspaceScope, { name, tag: alias, color }: CreateTag): Promise<TagResponse> {
  await requireQuota(scope, scope.workspace, 'tags')
  const now = scope.now()
  const tag = scope.em.create(Tag, {
    id: newId('tag_', now.getTime()),
    workspaceId: scope.workspace.id,
    name: alias ?? name ?? '',
    color: color ?? randomColor(scope),
    createdAt: now,
    updatedAt: now,
  })
  scope.em.persist(tag)
  await mapUniqueViolation(scope.em.flush(), () => tagNameTaken(tag.name))
  return presentTag(tag)
}

const randomColor = ({ random }: WorkspaceScope) => randomColors[Math.floor(random() * randomColors.length)] as TagColor
