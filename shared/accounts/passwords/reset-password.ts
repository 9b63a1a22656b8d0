import { z } from 'zod'
import { linkSpent } from '../errors.js'
import { spendLink } from '../one-time-link.js'
import { User } from '../user.entity.js'
import type { VisitorScope } from '../workspace-scope.js'
import { NewPassword } from './password.schema.js'
import { setPassword } from './set-password.js'

export const ResetPassword = z.object({ token: z.string().max(100), password: NewPassword })

/** Sets the password of whoever the link was made for. They log in with it next; every session of before is over. */
export async function resetPassword(scope: VisitorScope, { token, password }: z.infer<typeof ResetPassword>): Promise<void> {
  const { userId } = await spendLink(scope, 'password', token)
  const user = userId && (await scope.em.findOne(User, userId))
  if (!user) throw linkSpent()
  await setPassword(scope, user, password)
}
