import { z } from 'zod'
import { ImageInput } from '../../files/index.js'
import { Email, foldEmail } from '../email.js'
import { emailBlocked, emailTaken, notYourWorkspace, sessionRequired, userNotFound } from '../errors.js'
import { sendEmailChangeJob, sendEmailJob } from '../jobs.js'
import { emailLinkTtlMs, emailsPerRecipient } from '../limits.js'
import { createOneTimeLink } from '../one-time-link.js'
import { deleteOneTimeTokensOfUser } from '../one-time-token.queries.js'
import { confirmEmailPath } from '../page-paths.js'
import { passwordOfUser } from '../passwords/password.queries.js'
import { requireCurrentPassword } from '../passwords/require-current-password.js'
import { throttle } from '../throttle.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'
import { isEmailBlocked } from './blocked-emails.queries.js'
import { presentUser } from './present-user.js'
import { isMemberOfSlug, userByEmail } from './user.queries.js'

export const UpdateUser = z.object({
  name: z.string().trim().min(1).max(64).optional(),
  email: Email.optional(),
  /** Required to change the email address of a user who has a password. */
  currentPassword: z.string().max(1000).optional(),
  image: ImageInput.nullable().optional(),
  defaultWorkspace: z.string().max(100).optional(),
})
type UpdateUser = z.infer<typeof UpdateUser>

/** Changes the profile. A new email address takes effect when the link sent to it is confirmed. */
export async function updateUser(scope: UserScope, { email, currentPassword, ...changes }: UpdateUser) {
  const user = await scope.em.findOne(User, scope.user.id)
  if (!user) throw userNotFound()
  if (changes.defaultWorkspace !== undefined && !(await isMemberOfSlug(scope.em, user.id, changes.defaultWorkspace)))
    throw notYourWorkspace()
  if (email !== undefined && email !== user.email) await requestEmailChange(scope, user, email, currentPassword)
  scope.em.assign(user, { ...changes, updatedAt: scope.now() }, { ignoreUndefined: true })
  return presentUser(user, { hasPassword: (await passwordOfUser(scope.em, user.id)) !== null, isImpersonated: scope.isImpersonated })
}

// The email address can reset the password, so neither a leaked key nor a hijacked session may change it.
async function requestEmailChange(scope: UserScope, user: User, email: string, currentPassword = ''): Promise<void> {
  if (scope.by !== 'session') throw sessionRequired()
  await requireCurrentPassword(scope, currentPassword)
  const owner = await userByEmail(scope.em, foldEmail(email))
  if (owner && owner.id !== scope.user.id) throw emailTaken()
  if (await isEmailBlocked(scope, email)) throw emailBlocked()
  await throttle(scope, `email:to:${foldEmail(email)}`, emailsPerRecipient)
  // Stored with the request, so that a password reset cancels the change although its email was not sent yet.
  await deleteOneTimeTokensOfUser(scope.em, user.id, 'email')
  await createOneTimeLink(scope, confirmEmailPath, emailLinkTtlMs, { purpose: 'email', userId: user.id, email })
  scope.enqueue(sendEmailChangeJob, { userId: user.id, email })
  if (user.email) scope.enqueue(sendEmailJob, emailChangeRequestedEmail(user.email, email))
}

const emailChangeRequestedEmail = (to: string, newEmail: string) => ({
  to,
  subject: 'A change of your email address was requested',
  text: [
    `A change of the email address of your account to ${newEmail} was requested. It takes effect when the new address is confirmed.`,
    'If you did not request this, reset your password now. That cancels the change and ends all sessions.',
  ].join('\n\n'),
})
