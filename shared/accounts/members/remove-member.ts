import { z } from 'zod'
import { lastOwner, roleNotPermitted, usesKeys } from '../errors.js'
import { User } from '../user.entity.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { deleteMembership, hasUsedKeys, ownerCount } from './member.queries.js'
import { requireMember } from './require-member.js'

export const RemoveMember = z.object({ userId: z.string().max(100) })

/** Ends a membership: somebody's own, or with the permission anybody's. The last owner stays; a machine user is deleted altogether. */
export async function removeMember(scope: WorkspaceScope, { userId }: z.infer<typeof RemoveMember>): Promise<{ id: string }> {
  const { em, workspace, actor } = scope
  if (userId !== actor.user.id && !actor.permissions.has('workspaces.write')) throw roleNotPermitted()
  const { member, user } = await requireMember(scope, userId)
  if (user.isMachine) {
    await em.nativeDelete(User, userId)
    return { id: userId }
  }
  if (member.role === 'owner' && (await ownerCount(em, workspace.id)) < 2) throw lastOwner()
  if (await hasUsedKeys(em, workspace.id, userId)) throw usesKeys()
  await deleteMembership(em, workspace.id, userId)
  return { id: userId }
}
