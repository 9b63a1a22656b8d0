import type { WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { tagNameTaken, tagNotFound } from '../errors.js'
import { Tag } from '../tag.entity.js'
import { presentTag } from './present-tag.js'
import type { TagResponse, UpdateTag } from './tag-input.schema.js'

/** Updates the given fields of a tag. */
export async function updateTag(scope: WorkspaceScope, id: string, { name, tag: alias, color }: UpdateTag): Promise<TagResponse> {
  const tag = await scope.em.findOne(Tag, { id, workspaceId: scope.workspace.id })
  if (!tag) throw tagNotFound()
  const changes = { name: alias ?? name ?? tag.name, color: color ?? tag.color }
  if (changes.name === tag.name && changes.color === tag.color) return presentTag(tag)
  Object.assign(tag, changes, { updatedAt: scope.now() })
  await mapUniqueViolation(scope.em.flush(), () => tagNameTaken(tag.name))
  return presentTag(tag)
}
