import { z } from 'zod'
import { orTaken } from '../../kernel/or-taken.js'
import { foldEmail } from '../email.js'
import { emailTaken, linkSpent } from '../errors.js'
import { mailLetter } from '../jobs.js'
import { spendLink } from '../one-time-link.js'
import { deleteTokensOfUser } from '../one-time-token.queries.js'
import { User } from '../user.entity.js'
import type { VisitorScope } from '../workspace-scope.js'
import { userByEmail } from './user.queries.js'

export const ConfirmEmail = z.object({ token: z.string().max(100) })

/** The address that the link was sent to becomes the user's; the former one is told, and links that it was sent no longer work. */
export async function confirmEmail(scope: VisitorScope, { token }: z.infer<typeof ConfirmEmail>): Promise<void> {
  const { userId, email } = await spendLink(scope, 'email', token)
  const user = userId && (await scope.em.findOne(User, userId))
  if (!user || !email) throw linkSpent()
  const owner = await userByEmail(scope.em, foldEmail(email))
  if (owner && owner.id !== user.id) throw emailTaken()
  if (user.email)
    scope.enqueue(mailLetter, {
      to: user.email,
      subject: 'Your e-mail address was changed',
      text: `Your account now has the address ${email}. If this was not you, tell who runs this service at once.`,
    })
  await deleteTokensOfUser(scope.em, user.id, 'password')
  user.email = email
  user.updatedAt = scope.now()
  await orTaken(scope.em.flush(), emailTaken)
}
