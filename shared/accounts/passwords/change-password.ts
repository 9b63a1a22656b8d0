import { z } from 'zod'
import { wrongPassword } from '../errors.js'
import { passwordAttempts } from '../limits.js'
import { throttle } from '../throttle.js'
import type { UserScope } from '../workspace-scope.js'
import { verifyPassword } from './password-hash.js'
import { passwordOfUser } from './password.queries.js'
import { NewPassword } from './password.schema.js'
import { setPassword } from './set-password.js'

export const ChangePassword = z.object({ currentPassword: z.string().max(1000).optional(), newPassword: NewPassword })

/** Changes the password. An existing password must be entered, because a session may have been left open. Ends all other sessions. */
export async function changePassword(
  scope: UserScope,
  { currentPassword = '', newPassword }: z.infer<typeof ChangePassword>,
): Promise<void> {
  await throttle(scope, `password:${scope.user.id}`, passwordAttempts)
  const hash = await passwordOfUser(scope.em, scope.user.id)
  if (hash && !(await verifyPassword(currentPassword, hash))) throw wrongPassword()
  await setPassword(scope, scope.user, newPassword, scope.session)
}
