import { memberScope, type WorkspaceScope } from '../accounts/index.js'
import type { JobScope } from '../kernel/scope.js'
import type { BackgroundOperationRow } from './background-operation.queries.js'
import { permissionRevoked } from './errors.js'

/**
 * The scope of the user who started the operation, with the permissions that their credential had and that they still hold. Throws when the
 * required permission was revoked.
 */
export async function requesterScope(
  scope: JobScope,
  operation: Pick<BackgroundOperationRow, 'workspaceId' | 'userId' | 'permission' | 'grantedPermissions'>,
): Promise<JobScope & WorkspaceScope> {
  const requester = await memberScope(scope, operation)
  if (!requester?.actor.permissions.has(operation.permission)) throw permissionRevoked()
  const { actor } = requester
  const permissions = new Set(operation.grantedPermissions.filter((permission) => actor.permissions.has(permission)))
  return Object.assign(requester, { actor: { ...actor, permissions } })
}
