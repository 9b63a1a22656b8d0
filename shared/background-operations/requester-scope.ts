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
  const requester = await memberWhoStarted(scope, operation)
  if (!requester) throw permissionRevoked()
  const { actor } = requester
  const permissions = new Set(operation.grantedPermissions.filter((permission) => actor.permissions.has(permission)))
  return Object.assign(requester, { actor: { ...actor, permissions } })
}

/** The scope of the user who started the operation; null if the user no longer holds the permission that it requires. */
export async function memberWhoStarted(
  scope: JobScope,
  operation: Pick<BackgroundOperationRow, 'workspaceId' | 'userId' | 'permission'>,
): Promise<(JobScope & WorkspaceScope) | null> {
  const member = await memberScope(scope, operation)
  return member?.actor.permissions.has(operation.permission) ? member : null
}
