import type { WorkspaceScope } from '../../accounts/index.js'
import type { Program } from '../programs/program.entity.js'
import { requireDefaultProgram } from '../programs/require-program.js'
import { lockGroups } from './group.queries.js'

/** The default program as it is now. No other request changes its groups until the transaction ends. */
export async function lockGroupsOfProgram(scope: WorkspaceScope): Promise<Program> {
  const program = await requireDefaultProgram(scope)
  await lockGroups(scope, program.id)
  await scope.em.refresh(program)
  return program
}
