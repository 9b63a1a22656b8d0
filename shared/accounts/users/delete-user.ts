import { unprocessable } from '../../kernel/errors.js'
import { lockRolesOf } from '../members/member.queries.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'
import { isLastOwnerOfPartner } from './user.queries.js'

/** Deletes the account with its keys, sessions and memberships. Refuses owners of workspaces and of partner accounts that others need. */
export async function deleteUser({ em, user }: UserScope): Promise<{ id: string }> {
  // Locked, so that no concurrent request makes the user an owner meanwhile.
  if ((await lockRolesOf(em, user.id)).includes('owner'))
    throw unprocessable('You own a workspace. Delete it or make another member its owner first.')
  if (await isLastOwnerOfPartner(em, user.id))
    throw unprocessable('You are the last owner of a partner account that other users share. Make one of them its owner first.')
  await em.nativeDelete(User, user.id)
  return { id: user.id }
}
