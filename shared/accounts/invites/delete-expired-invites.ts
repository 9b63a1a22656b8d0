import type { JobScope } from '../../kernel/scope.js'
import { expiredInviteRetentionMs } from '../limits.js'
import { deleteInvitesExpiredBefore } from './invite.queries.js'

/** Deletes expired invites after their retention. */
export async function deleteExpiredInvites({ em, now }: JobScope): Promise<void> {
  await deleteInvitesExpiredBefore(em, new Date(now().getTime() - expiredInviteRetentionMs))
}
