import { z } from 'zod'
import { lastOwner, roleNotPermitted, memberHasUsedKeys } from '../errors.js'
import { User } from '../user.entity.js'
import type { WorkspaceScope } from '../workspace-scope.js'
import { deleteMembership, hasUsedKeys, isLastOwner } from './member.queries.js'
import { requireMember } from './require-member.js'

export const RemoveMember = z.object({ userId: z.string().max(100) })

/** Ends the caller's own membership, or with `workspaces.write` that of others. Refuses the last owner; a machine user is deleted. */
export async function removeMember(scope: WorkspaceScope, { userId }: z.infer<typeof RemoveMember>): Promise<{ id: string }> {
  const { em, workspace, actor } = scope
  if (userId !== actor.user.id && !actor.permissions.has('workspaces.write')) throw roleNotPermitted()
  const { user } = await requireMember(scope, userId)
  if (user.isMachine) {
    await em.nativeDelete(User, userId)
    return { id: userId }
  }
  if (await isLastOwner(em, workspace.id, userId)) throw lastOwner()
  if (await hasUsedKeys(em, workspace.id, userId)) throw memberHasUsedKeys()
  await deleteMembership(em, workspace.id, userId)
  return { id: userId }
}
