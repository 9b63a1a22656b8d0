import { wrongPassword } from '../errors.js'
import { passwordAttempts } from '../limits.js'
import { throttle } from '../throttle.js'
import type { UserScope } from '../workspace-scope.js'
import { verifyPassword } from './password-hash.js'
import { passwordOfUser } from './password.queries.js'

/** Refuses a wrong password of the user, and too many attempts. A user without a password passes. */
export async function requireCurrentPassword(scope: UserScope, password: string): Promise<void> {
  await throttle(scope, `password:${scope.user.id}`, passwordAttempts)
  const hash = await passwordOfUser(scope.em, scope.user.id)
  if (hash && !(await verifyPassword(password, hash))) throw wrongPassword()
}
