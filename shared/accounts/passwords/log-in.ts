import { z } from 'zod'
import { clientSubnet } from '../../kernel/client-subnet.js'
import { inTransaction } from '../../kernel/scope.js'
import { Email, foldEmail } from '../email.js'
import { wrongPassword, logInLocked } from '../errors.js'
import { logInLockout, logInsPerAddress, logInsPerEmail } from '../limits.js'
import { openSession, type OpenedSession } from '../sessions/open-session.js'
import { throttle } from '../throttle.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { clearLogInFailures, type LockoutRules, recordLogInAttempt } from './log-in-failure.queries.js'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from './password-hash.js'
import { lockPassword, passwordByEmail, storePassword } from './password.queries.js'

export const LogIn = z.object({ email: Email, password: z.string().min(1).max(1000) })

/**
 * Opens a session. Failures have the same error and duration whether or not an account with this address exists. Ten failures in a row lock
 * the address for an hour; after that, every further failure locks it again.
 */
export async function logIn(scope: UnauthenticatedScope, { email, password }: z.infer<typeof LogIn>): Promise<OpenedSession> {
  const folded = foldEmail(email)
  await throttle(scope, `log-in:from:${clientSubnet(scope.address)}`, logInsPerAddress)
  await throttle(scope, `log-in:as:${folded}`, logInsPerEmail)
  await requireNotLocked(scope, folded)
  const owner = await passwordByEmail(scope.em, folded)
  const isCorrect = await verifyPassword(password, owner?.hash ?? dummyHash)
  if (!isCorrect || !owner?.hash) throw wrongPassword()
  const { userId, hash } = owner
  const newHash = needsRehash(hash) ? await hashPassword(password) : null
  return inTransaction(scope, async () => {
    // Verification takes a while: a password that was replaced meanwhile opens no session, which would outlive the change.
    if (!(await lockPassword(scope.em, userId, hash))) throw wrongPassword()
    if (newHash) await storePassword(scope.em, userId, newHash, scope.now())
    await clearLogInFailures(scope.em, folded)
    return openSession(scope, userId)
  })
}

async function requireNotLocked({ em, now }: UnauthenticatedScope, email: string): Promise<void> {
  const time = now().getTime()
  const rules: LockoutRules = {
    now: now(),
    resetBefore: new Date(time - logInLockout.resetAfterMs),
    maxFailures: logInLockout.maxFailures,
    lockUntil: new Date(time + logInLockout.durationMs),
  }
  if (!(await recordLogInAttempt(em, email, rules))) throw logInLocked()
}
