import type { WorkspaceScope } from '../../accounts/index.js'
import type { ListFolders } from './folder-input.schema.js'
import { visibleFolders } from './folder-list.queries.js'
import { type FolderAnswer, presentFolder } from './present-folder.js'

/** Folders that the caller may see, the oldest first. */
export const listFolders = async (scope: WorkspaceScope, asked: ListFolders): Promise<FolderAnswer[]> =>
  (await visibleFolders(scope, asked)).map(presentFolder)
