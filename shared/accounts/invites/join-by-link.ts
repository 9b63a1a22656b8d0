import { z } from 'zod'
import { newId } from '../../kernel/ids.js'
import { orTaken } from '../../kernel/or-taken.js'
import { accountExists } from '../errors.js'
import { joinWorkspace } from '../members/join-workspace.js'
import { spendLink } from '../one-time-link.js'
import { NewPassword } from '../passwords/password.schema.js'
import { setPassword } from '../passwords/set-password.js'
import { openSession, type OpenedSession } from '../sessions/open-session.js'
import { User } from '../user.entity.js'
import { userByEmail } from '../users/user.queries.js'
import type { VisitorScope } from '../workspace-scope.js'
import { inviteOfLink } from './find-invite.js'

export const JoinByLink = z.object({ token: z.string().max(100), name: z.string().trim().min(1).max(64), password: NewPassword })

/** Makes an account for somebody who was invited, a member of the workspace, and logs them in. That they have the link proves the address. */
export async function joinByLink(scope: VisitorScope, { token, name, password }: z.infer<typeof JoinByLink>): Promise<OpenedSession> {
  const { em, now } = scope
  const { invite, workspace } = await inviteOfLink(scope, await spendLink(scope, 'invite', token))
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
  await orTaken(em.flush(), accountExists)
  await joinWorkspace(scope, workspace, user, invite)
  await setPassword(scope, user, password)
  return openSession(scope, user.id)
}
