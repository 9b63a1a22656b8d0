import type { Scope } from '../../kernel/scope.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import type { Workspace } from '../workspace.entity.js'
import { presentWorkspace, type WorkspaceShape, type WorkspaceRelations } from './present-workspace.js'
import { workspaceRelations } from './workspace.queries.js'

/** The current workspace. */
export const getWorkspace = (scope: WorkspaceScope): Promise<WorkspaceShape> =>
  describeWorkspace(scope, scope.workspace, scope.actor.user.id)

/** A workspace with its related data. `userId` selects the membership to show; null for the operator. */
export async function describeWorkspace(
  scope: Pick<Scope, 'em' | 'config'>,
  workspace: Workspace,
  userId: string | null,
): Promise<WorkspaceShape> {
  const relations = await workspaceRelations(scope.em, [workspace.id], userId)
  return presentWorkspace(scope, workspace, relations.get(workspace.id) as WorkspaceRelations)
}
