import { foldEmail } from '../email.js'
import { passwordAlreadySet, userHasNoEmail } from '../errors.js'
import { sendPasswordResetJob } from '../jobs.js'
import { emailsPerRecipient } from '../limits.js'
import { throttle } from '../throttle.js'
import type { UserScope } from '../workspace-scope.js'
import { passwordOfUser } from './password.queries.js'

/** Sends a user without a password a link to set one. By email, because an unattended session does not prove access to the mailbox. */
export async function requestFirstPassword(scope: UserScope): Promise<void> {
  const { id, email } = scope.user
  if (!email) throw userHasNoEmail()
  if (await passwordOfUser(scope.em, id)) throw passwordAlreadySet()
  await throttle(scope, `first-password:${id}`, emailsPerRecipient)
  scope.enqueue(sendPasswordResetJob, { email: foldEmail(email) })
}
