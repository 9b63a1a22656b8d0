import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { orTaken } from '../../kernel/or-taken.js'
import { folderNameTaken } from '../errors.js'
import { folderFor } from './find-folder.js'
import type { UpdateFolder } from './folder-input.schema.js'
import { type FolderAnswer, presentFolder } from './present-folder.js'

/** Changes what was said of a folder and leaves the rest. */
export async function updateFolder(
  scope: WorkspaceScope,
  id: string,
  { name, description, accessLevel }: UpdateFolder,
): Promise<FolderAnswer> {
  const folder = await folderFor(scope, id, 'folders.write')
  if (accessLevel !== undefined && accessLevel !== 'write') requireFeature(scope.workspace, 'folderPermissions')
  const said = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(accessLevel === undefined ? {} : { accessLevel }),
  }
  if (Object.keys(said).length === 0) return presentFolder(folder)
  Object.assign(folder, said, { updatedAt: scope.now() })
  await orTaken(scope.em.flush(), () => folderNameTaken(folder.name))
  return presentFolder(folder)
}
