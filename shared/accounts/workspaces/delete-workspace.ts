import { deleteWorkspaceData } from '../jobs.js'
import { lockMembers } from '../members/member.queries.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { Workspace } from '../workspace.entity.js'
import { deleteWorkspaceAccess, moveDefaultWorkspace, recordClosedWorkspace } from './workspace.queries.js'

/** Closes the workspace immediately: members, keys and links stop working and the slug becomes available. A job deletes the data. */
export async function deleteWorkspace(scope: WorkspaceScope): Promise<{ id: string }> {
  const {
    em,
    workspace: { id, slug },
    now,
  } = scope
  await lockMembers(em, id)
  if (!(await recordClosedWorkspace(em, id, now()))) return { id }
  await moveDefaultWorkspace(em, slug, null)
  await deleteWorkspaceAccess(em, id)
  await em.nativeUpdate(Workspace, id, { slug: `deleted-${id.toLowerCase()}`, publishableKey: null, updatedAt: now() })
  scope.enqueue(deleteWorkspaceData, { workspaceId: id })
  return { id }
}
