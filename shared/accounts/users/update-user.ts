import { z } from 'zod'
import { Email, foldEmail } from '../email.js'
import { emailTaken, notYourWorkspace, sessionRequired, userNotFound } from '../errors.js'
import { sendEmailChangeJob } from '../jobs.js'
import { emailsPerRecipient } from '../limits.js'
import { passwordOfUser } from '../passwords/password.queries.js'
import { throttle } from '../throttle.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'
import { presentUser } from './present-user.js'
import { isMemberOfSlug, userByEmail } from './user.queries.js'

export const UpdateUser = z.object({
  name: z.string().trim().min(1).max(64).optional(),
  email: Email.optional(),
  image: z.httpUrl().max(2000).nullable().optional(),
  defaultWorkspace: z.string().max(100).optional(),
})
type UpdateUser = z.infer<typeof UpdateUser>

/** Changes the profile. A new email address takes effect when the link sent to it is confirmed. */
export async function updateUser(scope: UserScope, { email, ...changes }: UpdateUser) {
  const user = await scope.em.findOne(User, scope.user.id)
  if (!user) throw userNotFound()
  if (changes.defaultWorkspace !== undefined && !(await isMemberOfSlug(scope.em, user.id, changes.defaultWorkspace)))
    throw notYourWorkspace()
  if (email !== undefined && email !== user.email) await requestEmailChange(scope, email)
  scope.em.assign(user, { ...changes, updatedAt: scope.now() }, { ignoreUndefined: true })
  return presentUser(user, (await passwordOfUser(scope.em, user.id)) !== null)
}

// The email address can reset the password, so a leaked key must not be able to change it.
async function requestEmailChange(scope: UserScope, email: string): Promise<void> {
  if (scope.by !== 'session') throw sessionRequired()
  const owner = await userByEmail(scope.em, foldEmail(email))
  if (owner && owner.id !== scope.user.id) throw emailTaken()
  await throttle(scope, `email:to:${foldEmail(email)}`, emailsPerRecipient)
  scope.enqueue(sendEmailChangeJob, { userId: scope.user.id, email })
}
