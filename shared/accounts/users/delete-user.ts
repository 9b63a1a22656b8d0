import { unprocessable } from '../../kernel/errors.js'
import { Member } from '../member.entity.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'

/** Deletes the account with its keys, sessions and memberships. Refuses owners of workspaces. */
export async function deleteUser({ em, user }: UserScope): Promise<{ id: string }> {
  if ((await em.count(Member, { userId: user.id, role: 'owner' })) > 0)
    throw unprocessable('You own a workspace. Delete it or make another member its owner first.')
  await em.nativeDelete(User, user.id)
  return { id: user.id }
}
