import { z } from 'zod'
import { wrongPassword } from '../errors.js'
import { passwordTries } from '../limits.js'
import { throttle } from '../throttle.js'
import type { UserScope } from '../workspace-scope.js'
import { verifyPassword } from './password-hash.js'
import { passwordOfUser } from './password.queries.js'
import { NewPassword } from './password.schema.js'
import { setPassword } from './set-password.js'

export const ChangePassword = z.object({ currentPassword: z.string().max(1000).optional(), newPassword: NewPassword })

/** Whoever has a password must say it; a session alone may have been left open. All other sessions end. */
export async function changePassword(
  scope: UserScope,
  { currentPassword = '', newPassword }: z.infer<typeof ChangePassword>,
): Promise<void> {
  await throttle(scope, `password:${scope.user.id}`, passwordTries)
  const hash = await passwordOfUser(scope.em, scope.user.id)
  if (hash && !(await verifyPassword(currentPassword, hash))) throw wrongPassword()
  await setPassword(scope, scope.user, newPassword, scope.session)
}
