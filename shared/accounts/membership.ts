import type { Caller } from './caller.queries.js'
import { inviteExpired, invitePending, workspaceNotFound } from './errors.js'
import type { Role } from './member.entity.js'

/**
 * The caller's role in the workspace. To a stranger the workspace does not exist; somebody who is invited hears how the invite stands. A
 * machine user acts as owner whatever its stored role is: its token's scopes are what narrows it.
 */
export function requireMembership({ role, user, inviteExpires }: Pick<Caller, 'role' | 'user' | 'inviteExpires'>, now: Date): Role {
  if (role) return user.isMachine ? 'owner' : role
  if (!inviteExpires) throw workspaceNotFound()
  throw inviteExpires < now ? inviteExpired() : invitePending()
}
