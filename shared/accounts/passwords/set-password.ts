import type { Scope } from '../../kernel/scope.js'
import { foldEmail } from '../email.js'
import { deleteTokensOfUser } from '../one-time-token.queries.js'
import { deleteSessionsOfUser } from '../sessions/session.queries.js'
import { forgetFailures } from './log-in-failure.queries.js'
import { hashPassword } from './password-hash.js'
import { storePassword } from './password.queries.js'

/** Afterwards the new password opens the account and nothing that was handed out before does: no session but the one that is kept, no link. */
export async function setPassword(
  scope: Pick<Scope, 'em' | 'now'>,
  user: { id: string; email?: string | null },
  password: string,
  keptSession: string | null = null,
): Promise<void> {
  await storePassword(scope.em, user.id, await hashPassword(password), scope.now())
  await deleteSessionsOfUser(scope.em, user.id, keptSession)
  await deleteTokensOfUser(scope.em, user.id, 'password')
  if (user.email) await forgetFailures(scope.em, foldEmail(user.email))
}
