import type { WorkspaceScope } from '../../accounts/index.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import type { GroupResponse } from './group.schema.js'
import { presentGroup } from './present-group.js'
import { requireGroup } from './require-group.js'

export async function getGroup(scope: WorkspaceScope, idOrSlug: string): Promise<GroupResponse> {
  return presentGroup(scope, await requireGroup(scope, await requireDefaultProgram(scope), idOrSlug))
}
