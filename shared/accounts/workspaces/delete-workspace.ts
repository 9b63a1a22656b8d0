import { deleteWorkspaceData } from '../jobs.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { Workspace } from '../workspace.entity.js'
import { emptyWorkspace, moveDefaultWorkspace, noteClosing } from './workspace.queries.js'

/**
 * Closes the workspace at once: nobody is a member, no key works, no link leads anywhere, its slug is free. What it holds is deleted by a
 * job.
 */
export async function deleteWorkspace(scope: WorkspaceScope): Promise<{ id: string }> {
  const {
    em,
    workspace: { id, slug },
    now,
  } = scope
  await moveDefaultWorkspace(em, slug, null)
  await emptyWorkspace(em, id)
  await em.nativeUpdate(Workspace, id, { slug: `deleted-${id.toLowerCase()}`, publishableKey: null, updatedAt: now() })
  await noteClosing(em, id, now())
  scope.enqueue(deleteWorkspaceData, { workspaceId: id })
  return { id }
}
