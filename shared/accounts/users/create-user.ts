import { mapUniqueViolation } from '../../kernel/db/map-unique-violation.js'
import { newId } from '../../kernel/ids.js'
import { accountExists, emailBlocked } from '../errors.js'
import { setPassword } from '../passwords/set-password.js'
import { User } from '../user.entity.js'
import type { UnauthenticatedScope } from '../workspace-scope.js'
import { isEmailBlocked } from './blocked-emails.queries.js'
import { userByEmail } from './user.queries.js'

/**
 * Creates a user with a password. The caller has verified the email address. Refuses an address that a user has already or that the
 * operator blocked.
 */
export async function createUser(
  scope: UnauthenticatedScope,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<User> {
  const { em, now } = scope
  if (await userByEmail(em, email)) throw accountExists()
  if (await isEmailBlocked(scope, email)) throw emailBlocked()
  const user = em.create(User, {
    id: newId('user_', now().getTime()),
    name,
    email,
    image: null,
    defaultWorkspace: null,
    createdAt: now(),
    updatedAt: now(),
  })
  em.persist(user)
  await mapUniqueViolation(em.flush(), accountExists)
  await setPassword(scope, user, password)
  return user
}
