import { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { Email, foldEmail } from '../email.js'
import { userNotFound } from '../errors.js'
import { userByEmail } from '../users/user.queries.js'
import { clearLogInFailures } from './log-in-failure.queries.js'

export const ResetLogInAttempts = z.object({ email: Email })

/** Unlocks an email address. */
export async function resetLogInAttempts({ em }: AdminScope, { email }: z.infer<typeof ResetLogInAttempts>) {
  const user = await userByEmail(em, foldEmail(email))
  if (!user) throw userNotFound()
  await clearLogInFailures(em, foldEmail(email))
  return { success: true, user: { id: user.id, email: user.email, invalidLoginAttempts: 0, lockedAt: null } }
}
