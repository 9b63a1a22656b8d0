/** What somebody with an account does with an invite. */
import { Invite } from '../invite.entity.js'
import { joinWorkspace } from '../members/join-workspace.js'
import { deleteInviteTokens } from '../one-time-token.queries.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'
import { inviteOf } from './find-invite.js'

/** The person becomes a member in the role that they were invited to. */
export async function acceptInvite(scope: UserScope, idOrSlug: string): Promise<{ id: string; slug: string }> {
  const { invite, workspace } = await inviteOf(scope, scope.user, idOrSlug)
  await joinWorkspace(scope, workspace, await scope.em.findOneOrFail(User, scope.user.id), invite)
  return { id: workspace.id, slug: workspace.slug }
}

/** The invite is gone; nobody is told. */
export async function declineInvite(scope: UserScope, idOrSlug: string): Promise<{ id: string }> {
  const { invite, workspace } = await inviteOf(scope, scope.user, idOrSlug)
  await scope.em.nativeDelete(Invite, { workspaceId: workspace.id, email: invite.email })
  await deleteInviteTokens(scope.em, workspace.id, invite.email)
  return { id: workspace.id }
}
