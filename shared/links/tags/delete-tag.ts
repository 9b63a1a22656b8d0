import type { WorkspaceScope } from '../../accounts/index.js'
import { tagNotFound } from '../errors.js'
import { takeTagOffLinks } from '../jobs.js'
import { detachTag } from './tag.queries.js'

/** Deletes a tag: nobody sees it any more and its name is free; a job takes it off the links that have it. */
export async function deleteTag(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  if (!(await detachTag(scope, id))) throw tagNotFound()
  scope.enqueue(takeTagOffLinks, { tagId: id })
  return { id }
}
