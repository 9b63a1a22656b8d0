import { z } from 'zod'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { accountExists } from '../errors.js'
import { joinWorkspace } from '../members/join-workspace.js'
import { consumeOneTimeLink } from '../one-time-link.js'
import { NewPassword } from '../passwords/password.schema.js'
import { setPassword } from '../passwords/set-password.js'
import { openSession, type OpenedSession } from '../sessions/open-session.js'
import { User } from '../user.entity.js'
import { userByEmail } from '../users/user.queries.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { requireInviteOfLink } from './find-invite.js'

export const JoinByLink = z.object({ token: z.string().max(100), name: z.string().trim().min(1).max(64), password: NewPassword })

/** Creates an account for an invited person, adds it to the workspace and opens a session. The link proves the email address. */
export async function joinByLink(
  scope: UnauthenticatedScope,
  { token, name, password }: z.infer<typeof JoinByLink>,
): Promise<OpenedSession> {
  const { em, now } = scope
  const { invite, workspace } = await requireInviteOfLink(scope, await consumeOneTimeLink(scope, 'invite', token))
  if (await userByEmail(em, invite.email)) throw accountExists()
  const user = em.create(User, {
    id: newId('user_', now().getTime()),
    name,
    email: invite.email,
    image: null,
    defaultWorkspace: null,
    createdAt: now(),
    updatedAt: now(),
  })
  em.persist(user)
  await mapUniqueViolation(em.flush(), accountExists)
  await joinWorkspace(scope, workspace, user, invite)
  await setPassword(scope, user, password)
  return openSession(scope, user.id)
}
