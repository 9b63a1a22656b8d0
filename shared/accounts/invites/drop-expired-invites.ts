import type { JobScope } from '../../kernel/scope.js'
import { expiredInviteKept } from '../limits.js'
import { deleteInvitesExpiredBefore } from './invite.queries.js'

/** Forgets invites that nobody answered, a while after their end. */
export async function dropExpiredInvites({ em, now }: JobScope): Promise<void> {
  await deleteInvitesExpiredBefore(em, new Date(now().getTime() - expiredInviteKept))
}
