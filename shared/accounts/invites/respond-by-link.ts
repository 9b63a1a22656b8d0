/** Accepting and declining an invite by the link in its email. */
import { foldEmail } from '../email.js'
import { inviteEmailMismatch } from '../errors.js'
import { Invite } from '../invite.entity.js'
import { joinWorkspace } from '../members/join-workspace.js'
import { readOneTimeLink, consumeOneTimeLink } from '../one-time-link.js'
import { User } from '../user.entity.js'
import type { UserScope, UnauthenticatedScope } from '../workspace-scope.js'
import { requireInviteOfLink } from './find-invite.js'

/** Makes the logged-in user a member if the invite was sent to their email address. */
export async function acceptByLink(scope: UserScope, { token }: { token: string }): Promise<{ slug: string }> {
  const { invite, workspace } = await requireInviteOfLink(scope, await readOneTimeLink(scope, 'invite', token))
  const user = await scope.em.findOneOrFail(User, scope.user.id)
  if (!user.email || foldEmail(user.email) !== invite.email) throw inviteEmailMismatch()
  await joinWorkspace(scope, workspace, user, invite)
  return { slug: workspace.slug }
}

/** Deletes the invite. Needs no account. */
export async function declineByLink(scope: UnauthenticatedScope, { token }: { token: string }): Promise<void> {
  const { invite } = await requireInviteOfLink(scope, await consumeOneTimeLink(scope, 'invite', token))
  await scope.em.nativeDelete(Invite, { workspaceId: invite.workspaceId, email: invite.email })
}
