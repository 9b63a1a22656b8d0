import type { Scope } from '../kernel/scope.js'
import { findWorkspaceMember } from './caller.queries.js'
import { grantedPermissions } from './permissions.js'
import type { Actor, WorkspaceScope } from './workspace-scope.js'

/** The scope of a user who requested an operation earlier, with their current permissions. Null if the user is no longer a member. */
export async function memberScope<S extends Scope>(
  scope: S,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<(S & WorkspaceScope) | null> {
  const member = userId === null ? null : await findWorkspaceMember(scope, workspaceId, userId)
  if (!member) return null
  const { user, workspace, role } = member
  const actor: Actor = { by: 'token', user, tokenId: null, role, permissions: grantedPermissions(role, null), isImpersonated: false }
  return Object.assign(scope, { workspace, actor })
}
