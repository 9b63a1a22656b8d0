import type { WorkspaceScope } from '../../accounts/index.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { requireGroup } from './require-group.js'

/** Switches the move rules of a group off or on. Partners who met them meanwhile are moved when a total of theirs changes next. */
export async function setMoveRulesDisabled(scope: WorkspaceScope, groupId: string, disabled: boolean): Promise<void> {
  const group = await requireGroup(scope, await requireDefaultProgram(scope), groupId)
  group.moveRulesDisabledAt = disabled ? (group.moveRulesDisabledAt ?? scope.now()) : null
  await scope.em.flush()
}
