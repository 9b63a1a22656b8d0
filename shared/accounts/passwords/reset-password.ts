import { z } from 'zod'
import { oneTimeLinkInvalid } from '../errors.js'
import { consumeOneTimeLink } from '../one-time-link.js'
import { deletePersonalTokens } from '../tokens/token.queries.js'
import { User } from '../user.entity.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { NewPassword } from './password.schema.js'
import { setPassword } from './set-password.js'

export const ResetPassword = z.object({ token: z.string().max(100), password: NewPassword })

/** Sets the password of the user of the link, ends all their sessions and revokes their personal API keys. */
export async function resetPassword(scope: UnauthenticatedScope, { token, password }: z.infer<typeof ResetPassword>): Promise<void> {
  const { userId } = await consumeOneTimeLink(scope, 'password', token)
  const user = userId && (await scope.em.findOne(User, userId))
  if (!user) throw oneTimeLinkInvalid()
  await setPassword(scope, user, password)
  await deletePersonalTokens(scope.em, user.id)
}
