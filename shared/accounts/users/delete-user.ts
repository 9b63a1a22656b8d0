import { unprocessable } from '../../kernel/errors.js'
import { Member } from '../member.entity.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'

/** Deletes the account with its keys, sessions and memberships. An owner first gives their workspaces away, or deletes them. */
export async function deleteUser({ em, user }: UserScope): Promise<{ id: string }> {
  if ((await em.count(Member, { userId: user.id, role: 'owner' })) > 0)
    throw unprocessable('You own a workspace. Delete it or give it to somebody else first.')
  await em.nativeDelete(User, user.id)
  return { id: user.id }
}
