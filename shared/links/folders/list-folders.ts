import type { WorkspaceScope } from '../../accounts/index.js'
import type { ListFolders } from './folder-input.schema.js'
import { visibleFolders } from './folder-list.queries.js'
import { type FolderResponse, presentFolder } from './present-folder.js'

/** Folders visible to the caller, oldest first. */
export const listFolders = async (scope: WorkspaceScope, query: ListFolders): Promise<FolderResponse[]> =>
  (await visibleFolders(scope, query)).map(presentFolder)
