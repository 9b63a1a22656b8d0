import { z } from 'zod'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { foldEmail } from '../email.js'
import { emailBlocked, emailTaken, oneTimeLinkInvalid } from '../errors.js'
import { sendEmailChangedJob } from '../jobs.js'
import { restoreEmailLinkTtlMs } from '../limits.js'
import { consumeOneTimeLink, createOneTimeLink } from '../one-time-link.js'
import { deleteOneTimeTokensOfUser } from '../one-time-token.queries.js'
import { restoreEmailPath } from '../page-paths.js'
import { User } from '../user.entity.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { isEmailBlocked } from './blocked-emails.queries.js'
import { userByEmail } from './user.queries.js'

export const ConfirmEmail = z.object({ token: z.string().max(100) })

/**
 * Sets the confirmed email address of the user, sends the former address a link that takes the change back, and revokes password links sent
 * to it.
 */
export async function confirmEmail(scope: UnauthenticatedScope, { token }: z.infer<typeof ConfirmEmail>): Promise<void> {
  const { userId, email } = await consumeOneTimeLink(scope, 'email', token)
  const user = userId && (await scope.em.findOne(User, userId))
  if (!user || !email) throw oneTimeLinkInvalid()
  const owner = await userByEmail(scope.em, foldEmail(email))
  if (owner && owner.id !== user.id) throw emailTaken()
  if (await isEmailBlocked(scope, email)) throw emailBlocked()
  if (user.email) await notifyFormerAddress(scope, { userId: user.id, formerEmail: user.email, email })
  await deleteOneTimeTokensOfUser(scope.em, user.id, 'password')
  user.email = email
  user.updatedAt = scope.now()
  await mapUniqueViolation(scope.em.flush(), emailTaken)
}

/** The link is stored with the change, so that taking back another change cancels it although its email was not sent yet. */
async function notifyFormerAddress(
  scope: UnauthenticatedScope,
  change: { userId: string; formerEmail: string; email: string },
): Promise<void> {
  const { userId, formerEmail } = change
  await createOneTimeLink(scope, restoreEmailPath, restoreEmailLinkTtlMs, { purpose: 'restore-email', userId, email: formerEmail })
  scope.enqueue(sendEmailChangedJob, change)
}
