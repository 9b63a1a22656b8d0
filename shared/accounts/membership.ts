import type { Caller } from './caller.queries.js'
import { inviteExpired, invitePending, workspaceNotFound } from './errors.js'
import type { Role } from './member.entity.js'

/**
 * The caller's role in the workspace. Without a membership: `invite_pending` or `invite_expired` if the user is invited, otherwise
 * `not_found`.
 */
export function requireMembership({ role, inviteExpires }: Pick<Caller, 'role' | 'inviteExpires'>, now: Date): Role {
  if (role) return role
  if (!inviteExpires) throw workspaceNotFound()
  throw inviteExpires < now ? inviteExpired() : invitePending()
}
