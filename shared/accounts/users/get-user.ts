import { userNotFound } from '../errors.js'
import { passwordOfUser } from '../passwords/password.queries.js'
import { User } from '../user.entity.js'
import type { UserScope } from '../workspace-scope.js'
import { presentUser } from './present-user.js'

export async function getUser({ em, user, isImpersonated }: UserScope) {
  const found = await em.findOne(User, user.id)
  if (!found) throw userNotFound()
  return presentUser(found, { hasPassword: (await passwordOfUser(em, found.id)) !== null, isImpersonated })
}
