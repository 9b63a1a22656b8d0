import { notFound } from '../../kernel/errors.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { SavedView } from './saved-view.entity.js'

/** Deletes a view of the caller. Views of others do not exist for the caller. */
export async function deleteSavedView({ em, workspace, actor }: WorkspaceScope, id: string): Promise<{ id: string }> {
  const view = await em.findOne(SavedView, { id, workspaceId: workspace.id, userId: actor.user.id })
  if (!view) throw notFound('Saved view not found.')
  em.remove(view)
  return { id }
}
