import type { WorkspaceScope } from '../../accounts/index.js'
import { orTaken } from '../../kernel/or-taken.js'
import { tagNameTaken, tagNotFound } from '../errors.js'
import { Tag } from '../tag.entity.js'
import { presentTag } from './present-tag.js'
import type { TagAnswer, UpdateTag } from './tag-input.schema.js'

/** Changes what was said of a tag and leaves the rest. */
export async function updateTag(scope: WorkspaceScope, id: string, { name, tag: alias, color }: UpdateTag): Promise<TagAnswer> {
  const tag = await scope.em.findOne(Tag, { id, workspaceId: scope.workspace.id })
  if (!tag) throw tagNotFound()
  const wanted = { name: alias ?? name ?? tag.name, color: color ?? tag.color }
  if (wanted.name === tag.name && wanted.color === tag.color) return presentTag(tag)
  Object.assign(tag, wanted, { updatedAt: scope.now() })
  await orTaken(scope.em.flush(), () => tagNameTaken(tag.name))
  return presentTag(tag)
}
