import { z } from 'zod'
import { orTaken } from '../../kernel/or-taken.js'
import type { AdminScope } from '../../kernel/scope.js'
import { bootstrapTokenId } from '../bootstrap-account.js'
import { Email, foldEmail } from '../email.js'
import { emailTaken, userNotFound } from '../errors.js'
import { handedLinkLife } from '../limits.js'
import { oneTimeLink } from '../one-time-link.js'
import { resetPath } from '../page-paths.js'
import { Token } from '../token.entity.js'
import { User } from '../user.entity.js'
import { userByEmail } from '../users/user.queries.js'

export const HandPasswordLink = z.object({ email: Email, userId: z.string().max(100).optional() })

export interface HandedLink {
  url: string
  expiresAt: Date
  user: { id: string; email: string | null }
}

/**
 * A link that sets somebody's password, for the operator to pass on. The user with the address, or the one who is named. Somebody without
 * an address gets this one: that is how the owner whom the first start made becomes a person who can log in.
 */
export async function handPasswordLink(scope: AdminScope, { email, userId }: z.infer<typeof HandPasswordLink>): Promise<HandedLink> {
  const known = await userByEmail(scope.em, foldEmail(email))
  const user = userId ? await scope.em.findOne(User, { id: userId, isMachine: false }) : (known ?? (await firstOwner(scope)))
  if (!user) throw userNotFound()
  if (known && known.id !== user.id) throw emailTaken()
  if (!user.email) {
    user.email = email
    user.updatedAt = scope.now()
    await orTaken(scope.em.flush(), emailTaken)
  }
  const { url, expiresAt } = await oneTimeLink(scope, resetPath, handedLinkLife, { purpose: 'password', userId: user.id })
  return { url, expiresAt, user: { id: user.id, email: user.email } }
}

/** The owner of the first workspace, as long as nobody claimed that account. */
async function firstOwner({ em }: AdminScope): Promise<User | null> {
  const token = await em.findOne(Token, bootstrapTokenId)
  return token && em.findOne(User, { id: token.userId, email: null, isMachine: false })
}
