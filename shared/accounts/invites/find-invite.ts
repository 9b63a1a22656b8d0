import type { Scope } from '../../kernel/scope.js'
import type { CallingUser } from '../caller.queries.js'
import { foldEmail } from '../email.js'
import { inviteExpired, oneTimeLinkInvalid, workspaceNotFound } from '../errors.js'
import { Invite } from '../invite.entity.js'
import type { OneTimeToken } from '../one-time-token.queries.js'
import { Workspace } from '../workspace.entity.js'
import { workspaceWithInvite } from './invite.queries.js'

export interface Invitation {
  invite: Invite
  workspace: Workspace
}

/** The invite of a user to a workspace. Without an invite it answers `not_found`, whether or not the workspace exists. */
export async function requireInvite({ em, now }: Pick<Scope, 'em' | 'now'>, user: CallingUser, idOrSlug: string): Promise<Invitation> {
  const email = user.email && foldEmail(user.email)
  const workspace = email ? await workspaceWithInvite(em, idOrSlug, email) : null
  const invite = workspace && (await em.findOne(Invite, { workspaceId: workspace.id, email: email as string }))
  if (!workspace || !invite) throw workspaceNotFound()
  if (invite.expires < now()) throw inviteExpired()
  return { invite, workspace }
}

/** The invite of a one-time link. The invite may have been deleted before the link expires. */
export async function requireInviteOfLink(
  { em, now }: Pick<Scope, 'em' | 'now'>,
  { workspaceId, email }: OneTimeToken,
): Promise<Invitation> {
  const invite = workspaceId && email ? await em.findOne(Invite, { workspaceId, email }) : null
  const workspace = invite && (await em.findOne(Workspace, invite.workspaceId))
  if (!workspace) throw oneTimeLinkInvalid()
  if (invite.expires < now()) throw inviteExpired()
  return { invite, workspace }
}
