import type { UserScope } from '../workspace-scope.js'
import { presentWorkspace, type WorkspaceShape, type WorkspaceRelations } from './present-workspace.js'
import { workspaceRelations, workspacesOfUser } from './workspace.queries.js'

/** Workspaces of the user, oldest first. */
export async function listWorkspaces(scope: UserScope): Promise<WorkspaceShape[]> {
  const { em, user } = scope
  const workspaces = await workspacesOfUser(em, user.id)
  const relations = await workspaceRelations(
    em,
    workspaces.map(({ id }) => id),
    user.id,
  )
  return workspaces.map((workspace) => presentWorkspace(scope, workspace, relations.get(workspace.id) as WorkspaceRelations))
}
