import { z } from 'zod'
import { lastOwner, machineRole } from '../errors.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { ownerCount } from './member.queries.js'
import { requireMember } from './require-member.js'
import { requireRoleOnPlan, RoleField } from './role-plans.js'

export const ChangeRole = z.object({ userId: z.string().max(100), role: RoleField })

/** Gives a member another role. The last owner stays one. */
export async function changeRole(
  scope: WorkspaceScope,
  { userId, role }: z.infer<typeof ChangeRole>,
): Promise<{ id: string; role: z.infer<typeof RoleField> }> {
  const { member, user } = await requireMember(scope, userId)
  if (user.isMachine) throw machineRole()
  requireRoleOnPlan(role, scope.workspace)
  if (member.role === 'owner' && role !== 'owner' && (await ownerCount(scope.em, scope.workspace.id)) < 2) throw lastOwner()
  member.role = role
  return { id: user.id, role }
}
