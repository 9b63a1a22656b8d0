import { z } from 'zod'
import { joinWorkspace } from '../members/join-workspace.js'
import { consumeOneTimeLink } from '../one-time-link.js'
import { NewPassword } from '../passwords/password.schema.js'
import { openSession, type OpenedSession } from '../sessions/open-session.js'
import { createUser } from '../users/create-user.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { requireInviteOfLink } from './find-invite.js'

export const JoinByLink = z.object({ token: z.string().max(100), name: z.string().trim().min(1).max(64), password: NewPassword })

/** Creates an account for an invited person, adds it to the workspace and opens a session. The link proves the email address. */
export async function joinByLink(
  scope: UnauthenticatedScope,
  { token, name, password }: z.infer<typeof JoinByLink>,
): Promise<OpenedSession> {
  const { invite, workspace } = await requireInviteOfLink(scope, await consumeOneTimeLink(scope, 'invite', token))
  const user = await createUser(scope, { name, email: invite.email, password })
  await joinWorkspace(scope, workspace, user, invite)
  return openSession(scope, user.id)
}
