import type { UserScope } from '../workspace-scope.js'
import { presentWorkspace, type WorkspaceShape, type WorkspaceSurroundings } from './present-workspace.js'
import { surroundingsOf, workspacesOfUser } from './workspace.queries.js'

/** The workspaces of the person who asks, the oldest first. */
export async function listWorkspaces({ em, user }: UserScope): Promise<WorkspaceShape[]> {
  const workspaces = await workspacesOfUser(em, user.id)
  const around = await surroundingsOf(
    em,
    workspaces.map(({ id }) => id),
    user.id,
  )
  return workspaces.map((one) => presentWorkspace(one, around.get(one.id) as WorkspaceSurroundings))
}
