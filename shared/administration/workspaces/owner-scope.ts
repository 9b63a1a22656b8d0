import { memberScope, type WorkspaceScope } from '../../accounts/index.js'
import type { Scope } from '../../kernel/scope.js'
import { ownerOf } from '../figures/workspaces.queries.js'

/** A scope of an owner of the workspace, who may only pay while it is disabled. Null if the workspace was deleted. */
export const ownerScope = async <S extends Scope>(scope: S, workspaceId: string): Promise<(S & WorkspaceScope) | null> =>
  memberScope(scope, { workspaceId, userId: await ownerOf(scope, workspaceId) })
