import type { WorkspaceScope } from '../../accounts/index.js'
import { requireFolder } from '../folder-access.js'
import { emptyFolder } from '../jobs.js'
import { detachFolder } from './folder-list.queries.js'

/** Deletes a folder: nobody sees it any more and its name is free; a job takes its links out. The links stay. */
export async function deleteFolder(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  await requireFolder(scope, id, 'folders.write')
  await detachFolder(scope, id)
  scope.enqueue(emptyFolder, { folderId: id })
  return { id }
}
