import type { EntityManager } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../workspace-scope.js'
import type { Workspace } from '../workspace.entity.js'
import { presentWorkspace, type WorkspaceShape, type WorkspaceRelations } from './present-workspace.js'
import { workspaceRelations } from './workspace.queries.js'

/** The current workspace. */
export const getWorkspace = ({ em, workspace, actor }: WorkspaceScope): Promise<WorkspaceShape> =>
  describeWorkspace(em, workspace, actor.user.id)

/** A workspace with its related data. `userId` selects the membership to show; null for the operator. */
export async function describeWorkspace(em: EntityManager, workspace: Workspace, userId: string | null): Promise<WorkspaceShape> {
  const relations = await workspaceRelations(em, [workspace.id], userId)
  return presentWorkspace(workspace, relations.get(workspace.id) as WorkspaceRelations)
}
