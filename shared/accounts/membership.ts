import type { Caller } from './caller.queries.js'
import { inviteExpired, invitePending, workspaceNotFound } from './errors.js'
import type { Role } from './member.entity.js'

/**
 * The caller's role in the workspace. Without a membership: `invite_pending` or `invite_expired` if the user is invited, otherwise
 * `not_found`. A machine user acts as owner, whatever its stored role; the scopes of its key restrict it.
 */
export function requireMembership({ role, user, inviteExpires }: Pick<Caller, 'role' | 'user' | 'inviteExpires'>, now: Date): Role {
  if (role) return user.isMachine ? 'owner' : role
  if (!inviteExpires) throw workspaceNotFound()
  throw inviteExpires < now ? inviteExpired() : invitePending()
}
