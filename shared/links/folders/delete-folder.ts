import type { WorkspaceScope } from '../../accounts/index.js'
import { requireFolder } from '../folder-access.js'
import { detachDeletedFolder } from '../jobs.js'
import { detachFolder } from './folder-list.queries.js'

/** Hides a folder and frees its name at once; a job removes its links from it and deletes the row. The links are kept. */
export async function deleteFolder(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  await requireFolder(scope, id, 'folders.write')
  await detachFolder(scope, id)
  scope.enqueue(detachDeletedFolder, { folderId: id })
  return { id }
}
