import { unprocessable } from '../../kernel/errors.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { upsertView } from './saved-view.queries.js'
import type { SavedViewResponse, SaveView } from './saved-view.schema.js'

export const maxViewsPerPage = 100

/** Saves a view of the caller. It replaces the one of the same name. */
export async function saveView(scope: WorkspaceScope, input: SaveView): Promise<SavedViewResponse> {
  const view = await upsertView(scope, input, maxViewsPerPage)
  if (!view) throw unprocessable(`At most ${maxViewsPerPage} views can be saved per page. Delete one first.`)
  return view
}
