/** Accepting and declining an invite as a logged-in user. */
import { Invite } from '../invite.entity.js'
import { joinWorkspace } from '../members/join-workspace.js'
import { deleteInviteTokens } from '../one-time-token.queries.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'
import { requireInvite } from './find-invite.js'

/** Makes the user a member in the role of the invite. */
export async function acceptInvite(scope: UserScope, idOrSlug: string): Promise<{ id: string; slug: string }> {
  const { invite, workspace } = await requireInvite(scope, scope.user, idOrSlug)
  await joinWorkspace(scope, workspace, await scope.em.findOneOrFail(User, scope.user.id), invite)
  return { id: workspace.id, slug: workspace.slug }
}

/** Deletes the invite. */
export async function declineInvite(scope: UserScope, idOrSlug: string): Promise<{ id: string }> {
  const { invite, workspace } = await requireInvite(scope, scope.user, idOrSlug)
  await scope.em.nativeDelete(Invite, { workspaceId: workspace.id, email: invite.email })
  await deleteInviteTokens(scope.em, workspace.id, invite.email)
  return { id: workspace.id }
}
