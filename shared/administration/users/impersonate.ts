import { z } from 'zod'
import { Email, impersonateUser } from '../../accounts/index.js'
import type { AdminScope } from '../../kernel/scope.js'
import { findPlatformRole } from '../administrators/platform-admins.queries.js'
import { adminRoleMissing, userNotFound } from '../errors.js'
import { findUserByEmail, firstOwnerOf, programsOfUser, workspacesOfUser } from '../workspaces/workspaces.queries.js'
import { PossessionsOfUser } from './user.schema.js'

export const impersonateBodySchema = z
  .object({
    email: Email.optional().meta({ description: 'Of a user, or of a partner.' }),
    slug: z.string().max(100).optional().meta({ description: 'Slug of a workspace, whose first owner is meant.' }),
  })
  .refine(({ email, slug }) => (email === undefined) !== (slug === undefined), { message: 'Send email or slug.', path: ['email'] })

export const Impersonation = z.object({
  email: z.string().nullable(),
  ...PossessionsOfUser.shape,
  impersonateUrl: z
    .object({ app: z.string(), partners: z.string() })
    .meta({ description: 'Opens a session of the user, once and within a minute.' }),
})

/**
 * What a user has, and a link that opens a session of theirs. Only owners get one for a platform administrator: others would have that
 * administrator's role then.
 */
export async function impersonate(
  scope: AdminScope,
  { email, slug }: z.infer<typeof impersonateBodySchema>,
): Promise<z.infer<typeof Impersonation>> {
  const user = email === undefined ? await firstOwnerOf(scope, slug ?? '') : await findUserByEmail(scope, email)
  if (!user) throw userNotFound()
  if (scope.operator.role !== 'owner' && (await findPlatformRole(scope, user.id))) throw adminRoleMissing(['owner'])
  const url = await impersonateUser(scope, user.id)
  return {
    email: user.email,
    workspaces: await workspacesOfUser(scope, user.id),
    programs: await programsOfUser(scope, user.id),
    impersonateUrl: { app: url, partners: url },
  }
}
