import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { folderNameTaken } from '../errors.js'
import { requireFolderEntity } from './find-folder.js'
import type { UpdateFolder } from './folder-input.schema.js'
import { type FolderResponse, presentFolder } from './present-folder.js'

/** Updates the given fields of a folder. */
export async function updateFolder(
  scope: WorkspaceScope,
  id: string,
  { name, description, accessLevel }: UpdateFolder,
): Promise<FolderResponse> {
  const folder = await requireFolderEntity(scope, id, 'folders.write')
  if (accessLevel !== undefined && accessLevel !== 'write') requireFeature(scope.workspace, 'folderPermissions')
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(accessLevel === undefined ? {} : { accessLevel }),
  }
  if (Object.keys(changes).length === 0) return presentFolder(folder)
  Object.assign(folder, changes, { updatedAt: scope.now() })
  await mapUniqueViolation(scope.em.flush(), () => folderNameTaken(folder.name))
  return presentFolder(folder)
}
