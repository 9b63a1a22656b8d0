import { z } from 'zod'
import { blockEmail, deleteWorkspace, Email, memberScope, User } from '../../accounts/index.js'
import type { AdminScope } from '../../kernel/scope.js'
import { replaceLastOwner } from '../../partner-accounts/index.js'
import { findPlatformRole } from '../administrators/platform-admins.queries.js'
import { bannedIsAdmin } from '../errors.js'
import type { Success } from '../success.schema.js'
import { findUserByEmail, workspacesOwnedBy } from '../workspaces/workspaces.queries.js'

export const banUserBodySchema = z.object({
  email: Email,
  blockEmailDomain: z.boolean().default(false).meta({ description: 'Also keeps all other addresses of the domain from signing up.' }),
})

/**
 * Blocks the address, also one that no user has yet, deletes the workspaces that the user owns, and the user. Jobs delete the data. A
 * partner account that others share stays theirs. Refuses a platform administrator, whose workspaces may include that of the platform.
 */
export async function banUser(
  scope: AdminScope,
  { email, blockEmailDomain }: z.infer<typeof banUserBodySchema>,
): Promise<z.infer<typeof Success>> {
  await blockEmail(scope, email, { wholeDomain: blockEmailDomain })
  const user = await findUserByEmail(scope, email)
  // The address of a partner account leads to its user, who has another one.
  if (!user || user.email?.toLowerCase() !== email.toLowerCase()) return { success: true }
  if (await findPlatformRole(scope, user.id)) throw bannedIsAdmin()
  for (const workspaceId of await workspacesOwnedBy(scope, user.id)) {
    const owner = await memberScope(scope, { workspaceId, userId: user.id })
    if (owner) await deleteWorkspace(owner)
  }
  await replaceLastOwner(scope, user.id)
  await scope.em.nativeDelete(User, user.id)
  return { success: true }
}
