import { z } from 'zod'
import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import type { AdminScope } from '../../kernel/scope.js'
import { bootstrapTokenId } from '../bootstrap-account.js'
import { Email, foldEmail } from '../email.js'
import { emailTaken, userNotFound } from '../errors.js'
import { operatorLinkTtlMs } from '../limits.js'
import { createOneTimeLink } from '../one-time-link.js'
import { resetPath } from '../page-paths.js'
import { Token } from '../token.entity.js'
import { User } from '../user.entity.js'
import { userByEmail } from '../users/user.queries.js'

export const CreatePasswordResetLink = z.object({ email: Email, userId: z.string().max(100).optional() })

export interface PasswordResetLink {
  url: string
  expiresAt: Date
  user: { id: string; email: string | null }
}

/**
 * Creates a password reset link for the operator to pass on: for `userId`, or for the user with the email address. A user without an
 * address gets this one, which is how the owner created at the first start receives a log-in.
 */
export async function createPasswordResetLink(
  scope: AdminScope,
  { email, userId }: z.infer<typeof CreatePasswordResetLink>,
): Promise<PasswordResetLink> {
  const ownerOfEmail = await userByEmail(scope.em, foldEmail(email))
  const user = userId ? await scope.em.findOne(User, { id: userId, isMachine: false }) : (ownerOfEmail ?? (await unclaimedOwner(scope)))
  if (!user) throw userNotFound()
  if (ownerOfEmail && ownerOfEmail.id !== user.id) throw emailTaken()
  if (!user.email) {
    user.email = email
    user.updatedAt = scope.now()
    await mapUniqueViolation(scope.em.flush(), emailTaken)
  }
  const { url, expiresAt } = await createOneTimeLink(scope, resetPath, operatorLinkTtlMs, { purpose: 'password', userId: user.id })
  return { url, expiresAt, user: { id: user.id, email: user.email } }
}

/** The owner of the first workspace, until that account has an email address. */
async function unclaimedOwner({ em }: AdminScope): Promise<User | null> {
  const token = await em.findOne(Token, bootstrapTokenId)
  return token && em.findOne(User, { id: token.userId, email: null, isMachine: false })
}
