/** Users of the installation. Reading them changes nothing and starts no session. */
import type { z } from 'zod'
import type { AdminScope } from '../../kernel/scope.js'
import { userNotFound } from '../errors.js'
import { programsOfUser, workspacesOfUser } from '../workspaces/workspaces.queries.js'
import type { ListUsers, UserDetails, UserForOperator } from './user.schema.js'
import { usersForOperator } from './users.queries.js'

/** By email address; the one that equals the search first. */
export const listUsersForOperator = (scope: AdminScope, { page = 1, pageSize, ...filter }: ListUsers): Promise<UserForOperator[]> =>
  usersForOperator(scope, filter, { limit: pageSize, offset: (page - 1) * pageSize })

/** With workspaces and the programs in which partner accounts of the user take part. */
export async function getUserForOperator(scope: AdminScope, id: string): Promise<z.infer<typeof UserDetails>> {
  const [user] = await usersForOperator(scope, { search: id }, { limit: 1, offset: 0 })
  if (user?.id !== id) throw userNotFound()
  return { ...user, workspaces: await workspacesOfUser(scope, id), programs: await programsOfUser(scope, id) }
}
