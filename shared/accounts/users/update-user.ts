import { z } from 'zod'
import { Email, foldEmail } from '../email.js'
import { emailTaken, notYourWorkspace, sessionNeeded, userNotFound } from '../errors.js'
import { mailEmailChange } from '../jobs.js'
import { lettersToEmail } from '../limits.js'
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

/**
 * Changes what the person says of themselves. A new address counts only when the link that is sent there was opened; until then the former
 * one stays.
 */
export async function updateUser(scope: UserScope, { email, ...changes }: UpdateUser) {
  const user = await scope.em.findOne(User, scope.user.id)
  if (!user) throw userNotFound()
  if (changes.defaultWorkspace !== undefined && !(await isMemberOfSlug(scope.em, user.id, changes.defaultWorkspace)))
    throw notYourWorkspace()
  if (email !== undefined && email !== user.email) await askForEmail(scope, email)
  scope.em.assign(user, { ...changes, updatedAt: scope.now() }, { ignoreUndefined: true })
  return presentUser(user, (await passwordOfUser(scope.em, user.id)) !== null)
}

// Who has the address can set the password: a key that was lost must not be enough to take the account.
async function askForEmail(scope: UserScope, email: string): Promise<void> {
  if (scope.by !== 'session') throw sessionNeeded()
  const owner = await userByEmail(scope.em, foldEmail(email))
  if (owner && owner.id !== scope.user.id) throw emailTaken()
  await throttle(scope, `letter:to:${foldEmail(email)}`, lettersToEmail)
  scope.enqueue(mailEmailChange, { userId: scope.user.id, email })
}
