import { z } from 'zod'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { foldEmail } from '../email.js'
import { emailTaken, oneTimeLinkInvalid } from '../errors.js'
import { sendPasswordResetJob } from '../jobs.js'
import { consumeOneTimeLink } from '../one-time-link.js'
import { deleteOneTimeTokensOfUser } from '../one-time-token.queries.js'
import { deletePassword } from '../passwords/password.queries.js'
import { deleteSessionsOfUser } from '../sessions/session.queries.js'
import { deletePersonalTokens } from '../tokens/token.queries.js'
import { User } from '../user.entity.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'

export const RestoreEmail = z.object({ token: z.string().max(100) })

/**
 * Sets the former email address of the user again. Ends all sessions, revokes personal API keys and pending links, removes the password,
 * which an attacker may know, and sends the restored address a link to set a new one.
 */
export async function restoreEmail(scope: UnauthenticatedScope, { token }: z.infer<typeof RestoreEmail>): Promise<void> {
  const { userId, email } = await consumeOneTimeLink(scope, 'restore-email', token)
  const user = userId && (await scope.em.findOne(User, userId))
  if (!user || !email) throw oneTimeLinkInvalid()
  user.email = email
  user.updatedAt = scope.now()
  await mapUniqueViolation(scope.em.flush(), emailTaken)
  await deletePassword(scope.em, user.id)
  await deleteSessionsOfUser(scope.em, user.id)
  await deletePersonalTokens(scope.em, user.id)
  await deleteOneTimeTokensOfUser(scope.em, user.id, 'password', 'email', 'restore-email')
  scope.enqueue(sendPasswordResetJob, { email: foldEmail(email) })
}
