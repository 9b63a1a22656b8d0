import { foldEmail } from '../email.js'
import { hasPasswordAlready, noAddressForPassword } from '../errors.js'
import { mailPasswordReset } from '../jobs.js'
import { lettersToEmail } from '../limits.js'
import { throttle } from '../throttle.js'
import type { UserScope } from '../workspace-scope.js'
import { passwordOfUser } from './password.queries.js'

/** Sends somebody who has no password a link that sets one: whoever sits at an open screen need not have the address. */
export async function setFirstPassword(scope: UserScope): Promise<void> {
  const { id, email } = scope.user
  if (!email) throw noAddressForPassword()
  if (await passwordOfUser(scope.em, id)) throw hasPasswordAlready()
  await throttle(scope, `letter:to:${foldEmail(email)}`, lettersToEmail)
  scope.enqueue(mailPasswordReset, { email: foldEmail(email) })
}
