import type { Scope } from '../../kernel/scope.js'
import { foldEmail } from '../email.js'
import { deleteOneTimeTokensOfUser } from '../one-time-token.queries.js'
import { deleteSessionsOfUser } from '../sessions/session.queries.js'
import { clearLogInFailures } from './log-in-failure.queries.js'
import { hashPassword } from './password-hash.js'
import { storePassword } from './password.queries.js'

/** Stores the password, ends all sessions except `exceptSession`, revokes reset links, cancels a change of the email address and unlocks it. */
export async function setPassword(
  scope: Pick<Scope, 'em' | 'now'>,
  user: { id: string; email?: string | null },
  password: string,
  exceptSession: string | null = null,
): Promise<void> {
  await storePassword(scope.em, user.id, await hashPassword(password), scope.now())
  await deleteSessionsOfUser(scope.em, user.id, exceptSession)
  await deleteOneTimeTokensOfUser(scope.em, user.id, 'password', 'email')
  if (user.email) await clearLogInFailures(scope.em, foldEmail(user.email))
}
