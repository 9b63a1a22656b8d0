import { z } from 'zod'
import { Email, foldEmail } from '../email.js'
import { inviteNotFound } from '../errors.js'
import { Invite } from '../invite.entity.js'
import { deleteInviteTokens } from '../one-time-token.queries.js'
import type { WorkspaceScope } from '../workspace-scope.js'

export const WithdrawInvite = z.object({ email: Email })

/** Deletes an invite and revokes its link. */
export async function withdrawInvite(
  { em, workspace }: WorkspaceScope,
  { email }: z.infer<typeof WithdrawInvite>,
): Promise<{ email: string }> {
  const folded = foldEmail(email)
  if ((await em.nativeDelete(Invite, { workspaceId: workspace.id, email: folded })) === 0) throw inviteNotFound()
  await deleteInviteTokens(em, workspace.id, folded)
  return { email: folded }
}
