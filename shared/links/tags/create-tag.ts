import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import { orTaken } from '../../kernel/or-taken.js'
import { tagNameTaken } from '../errors.js'
import { requireRoom } from '../quota.queries.js'
import { Tag, type TagColor, tagColors } from '../tag.entity.js'
import { presentTag } from './present-tag.js'
import type { CreateTag, TagAnswer } from './tag-input.schema.js'

// Pink is kept for tags that have it; it is too close to red and purple to be given by chance.
const drawn = tagColors.filter((color) => color !== 'pink')

/** Creates a tag. Refused when the workspace has as many as it may, or one of that name. */
export async function createTag(scope: WorkspaceScope, { name, tag: alias, color }: CreateTag): Promise<TagAnswer> {
  await requireRoom(scope, scope.workspace, 'tags')
  const now = scope.now()
  const tag = scope.em.create(Tag, {
    id: newId('tag_', now.getTime()),
    workspaceId: scope.workspace.id,
    name: alias ?? name ?? '',
    color: color ?? drawColor(scope),
    createdAt: now,
    updatedAt: now,
  })
  scope.em.persist(tag)
  await orTaken(scope.em.flush(), () => tagNameTaken(tag.name))
  return presentTag(tag)
}

const drawColor = ({ random }: WorkspaceScope) => drawn[Math.floor(random() * drawn.length)] as TagColor
