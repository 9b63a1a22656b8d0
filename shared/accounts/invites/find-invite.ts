import type { Scope } from '../../kernel/scope.js'
import type { CallingUser } from '../caller.queries.js'
import { foldEmail } from '../email.js'
import { inviteExpired, linkSpent, workspaceNotFound } from '../errors.js'
import { Invite } from '../invite.entity.js'
import type { OneTimeToken } from '../one-time-token.queries.js'
import { Workspace } from '../workspace.entity.js'
import { invitingWorkspace } from './invite.queries.js'

export interface Invitation {
  invite: Invite
  workspace: Workspace
}

/** The invite of a person to the workspace that they name. Without one the workspace does not exist, whether it does or not. */
export async function inviteOf({ em, now }: Pick<Scope, 'em' | 'now'>, user: CallingUser, idOrSlug: string): Promise<Invitation> {
  const email = user.email && foldEmail(user.email)
  const workspace = email ? await invitingWorkspace(em, idOrSlug, email) : null
  const invite = workspace && (await em.findOne(Invite, { workspaceId: workspace.id, email: email as string }))
  if (!workspace || !invite) throw workspaceNotFound()
  if (invite.expires < now()) throw inviteExpired()
  return { invite, workspace }
}

/** The invite that a letter's link is about; the link may outlive it. */
export async function inviteOfLink({ em, now }: Pick<Scope, 'em' | 'now'>, { workspaceId, email }: OneTimeToken): Promise<Invitation> {
  const invite = workspaceId && email ? await em.findOne(Invite, { workspaceId, email }) : null
  const workspace = invite && (await em.findOne(Workspace, invite.workspaceId))
  if (!workspace) throw linkSpent()
  if (invite.expires < now()) throw inviteExpired()
  return { invite, workspace }
}
