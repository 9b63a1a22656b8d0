import { memberScope, type WorkspaceScope } from '../accounts/index.js'
import type { JobScope } from '../kernel/scope.js'
import type { BackgroundOperationRow } from './background-operation.queries.js'
import { permissionRevoked } from './errors.js'

/** The scope of the user who started the operation, with the permissions they hold now. Throws when the required permission was revoked. */
export async function requesterScope(
  scope: JobScope,
  operation: Pick<BackgroundOperationRow, 'workspaceId' | 'userId' | 'permission'>,
): Promise<JobScope & WorkspaceScope> {
  const requester = await memberScope(scope, operation)
  if (!requester?.actor.permissions.has(operation.permission)) throw permissionRevoked()
  return requester
}
