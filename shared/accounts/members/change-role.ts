import { z } from 'zod'
import { lastOwner, machineUserHasNoRole } from '../errors.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { isLastOwner } from './member.queries.js'
import { requireEnabledWorkspace } from './require-enabled-workspace.js'
import { requireGrantableRole, RoleField } from './require-grantable-role.js'
import { requireMember } from './require-member.js'

export const ChangeRole = z.object({ userId: z.string().max(100), role: RoleField })

/** Changes the role of a member. The last owner cannot be demoted. */
export async function changeRole(
  scope: WorkspaceScope,
  { userId, role }: z.infer<typeof ChangeRole>,
): Promise<{ id: string; role: z.infer<typeof RoleField> }> {
  await requireEnabledWorkspace(scope.em, scope.workspace.id)
  const { member, user } = await requireMember(scope, userId)
  if (user.isMachine) throw machineUserHasNoRole()
  requireGrantableRole(role, scope)
  if (role !== 'owner' && (await isLastOwner(scope.em, scope.workspace.id, userId))) throw lastOwner()
  member.role = role
  return { id: user.id, role }
}
