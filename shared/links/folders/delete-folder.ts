import type { WorkspaceScope } from '../../accounts/index.js'
import { folderOfProgram } from '../errors.js'
import { requireFolder } from '../folder-access.js'
import { detachDeletedFolder } from '../jobs.js'
import { isFolderOfProgram } from '../program-references.queries.js'
import { detachFolder } from './folder-list.queries.js'

/**
 * Hides a folder and frees its name at once; a job removes its links from it and deletes the row. The links are kept. Refused for the
 * folder of a program.
 */
export async function deleteFolder(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  await requireFolder(scope, id, 'folders.write')
  if (await isFolderOfProgram(scope, id)) throw folderOfProgram()
  await detachFolder(scope, id)
  scope.enqueue(detachDeletedFolder, { folderId: id })
  return { id }
}
