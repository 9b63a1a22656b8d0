import { z } from 'zod'
import { householdOf } from '../../kernel/household.js'
import { Email, foldEmail } from '../email.js'
import { wrongPassword, logInLocked } from '../errors.js'
import { failedLogIns, logInsByAddress, logInsByEmail } from '../limits.js'
import { openSession, type OpenedSession } from '../sessions/open-session.js'
import { throttle } from '../throttle.js'
import type { VisitorScope } from '../workspace-scope.js'
import { countTry, forgetFailures } from './log-in-failure.queries.js'
import { hashOfNothing, hashPassword, needsRehash, verifyPassword } from './password-hash.js'
import { passwordByEmail, storePassword } from './password.queries.js'

export const LogIn = z.object({ email: Email, password: z.string().min(1).max(1000) })

/**
 * Opens a session for whoever knows the password. Who may not enter hears the same, and waits as long, whether the address has an account
 * or not. A series of failures locks an address for an hour; then every further failure does at once.
 */
export async function logIn(scope: VisitorScope, { email, password }: z.infer<typeof LogIn>): Promise<OpenedSession> {
  const folded = foldEmail(email)
  await throttle(scope, `log-in:from:${householdOf(scope.address)}`, logInsByAddress)
  await throttle(scope, `log-in:as:${folded}`, logInsByEmail)
  await requireTry(scope, folded)
  const owner = await passwordByEmail(scope.em, folded)
  const right = await verifyPassword(password, owner?.hash ?? hashOfNothing)
  if (!right || !owner?.hash) throw wrongPassword()
  await forgetFailures(scope.em, folded)
  if (needsRehash(owner.hash)) await storePassword(scope.em, owner.userId, await hashPassword(password), scope.now())
  return openSession(scope, owner.userId)
}

async function requireTry({ em, now }: VisitorScope, email: string): Promise<void> {
  const time = now().getTime()
  const rules = {
    now: now(),
    forgetBefore: new Date(time - failedLogIns.forgottenAfter),
    allowed: failedLogIns.inARow,
    lockUntil: new Date(time + failedLogIns.lock),
  }
  if (!(await countTry(em, email, rules))) throw logInLocked()
}
