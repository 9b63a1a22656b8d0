import type { Scope } from '../kernel/scope.js'
import { callingMember } from './caller.queries.js'
import { grantedPermissions } from './permissions.js'
import type { Actor, WorkspaceScope } from './workspace-scope.js'

/** The scope of somebody who asked for something earlier, with the rights that they have now; null for who is no longer a member. */
export async function memberScope<S extends Scope>(
  scope: S,
  { workspaceId, userId }: { workspaceId: string; userId: string | null },
): Promise<(S & WorkspaceScope) | null> {
  const member = userId === null ? null : await callingMember(scope, workspaceId, userId)
  if (!member) return null
  const { user, workspace } = member
  const role = user.isMachine ? 'owner' : member.role
  const actor: Actor = { by: 'token', user, tokenId: null, role, permissions: grantedPermissions(role, null) }
  return Object.assign(scope, { workspace, actor })
}
