/** What somebody does with the link in an invite's letter. */
import { foldEmail } from '../email.js'
import { inviteForOther } from '../errors.js'
import { Invite } from '../invite.entity.js'
import { joinWorkspace } from '../members/join-workspace.js'
import { readLink, spendLink } from '../one-time-link.js'
import { User } from '../user.entity.js'
import type { UserScope, VisitorScope } from '../workspace-scope.js'
import { inviteOfLink } from './find-invite.js'

/** The person becomes a member, if the letter went to their own address. */
export async function acceptByLink(scope: UserScope, { token }: { token: string }): Promise<{ slug: string }> {
  const { invite, workspace } = await inviteOfLink(scope, await readLink(scope, 'invite', token))
  const user = await scope.em.findOneOrFail(User, scope.user.id)
  if (!user.email || foldEmail(user.email) !== invite.email) throw inviteForOther()
  await joinWorkspace(scope, workspace, user, invite)
  return { slug: workspace.slug }
}

/** The invite is gone. Whoever reads the letter may say so; no account is needed. */
export async function declineByLink(scope: VisitorScope, { token }: { token: string }): Promise<void> {
  const { invite } = await inviteOfLink(scope, await spendLink(scope, 'invite', token))
  await scope.em.nativeDelete(Invite, { workspaceId: invite.workspaceId, email: invite.email })
}
