import { memberScope, type WorkspaceScope } from '../accounts/index.js'
import type { JobScope } from '../kernel/scope.js'
import type { ErrandRow } from './errand.queries.js'
import { noLongerAllowed } from './errors.js'

/** The scope of who asked for the errand, with the rights of today. Refuses who may no longer do what was asked for. */
export async function actingFor(
  scope: JobScope,
  errand: Pick<ErrandRow, 'workspaceId' | 'userId' | 'permission'>,
): Promise<JobScope & WorkspaceScope> {
  const acting = await memberScope(scope, errand)
  if (!acting?.actor.permissions.has(errand.permission)) throw noLongerAllowed()
  return acting
}
