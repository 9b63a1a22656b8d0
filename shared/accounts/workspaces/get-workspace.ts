import type { EntityManager } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../workspace-scope.js'
import type { Workspace } from '../workspace.entity.js'
import { presentWorkspace, type WorkspaceShape, type WorkspaceSurroundings } from './present-workspace.js'
import { surroundingsOf } from './workspace.queries.js'

/** The workspace that the caller is in. */
export const getWorkspace = ({ em, workspace, actor }: WorkspaceScope): Promise<WorkspaceShape> =>
  describeWorkspace(em, workspace, actor.user.id)

/** A workspace with what surrounds it, as a user sees it; null for somebody who is no member. */
export async function describeWorkspace(em: EntityManager, workspace: Workspace, userId: string | null): Promise<WorkspaceShape> {
  const around = await surroundingsOf(em, [workspace.id], userId)
  return presentWorkspace(workspace, around.get(workspace.id) as WorkspaceSurroundings)
}
