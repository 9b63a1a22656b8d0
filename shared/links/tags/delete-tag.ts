import type { WorkspaceScope } from '../../accounts/index.js'
import { tagNotFound } from '../errors.js'
import { detachDeletedTag } from '../jobs.js'
import { detachTag } from './tag.queries.js'

/** Hides a tag and frees its name at once; a job removes it from its links and deletes the row. */
export async function deleteTag(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  if (!(await detachTag(scope, id))) throw tagNotFound()
  scope.enqueue(detachDeletedTag, { tagId: id })
  return { id }
}
