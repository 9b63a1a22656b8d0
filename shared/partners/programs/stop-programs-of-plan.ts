import { planHas, Workspace } from '../../accounts/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { stopProgram } from './deactivate-program.js'
import { Program } from './program.entity.js'

/** Deactivates the programs of a workspace whose plan includes none any more. They are reactivated on request, after an upgrade. */
export async function stopProgramsOfPlan(scope: JobScope, { workspaceId }: { workspaceId: string }): Promise<void> {
  const workspace = await scope.em.findOne(Workspace, workspaceId)
  if (!workspace || planHas(workspace.plan, 'programs')) return
  for (const program of await scope.em.find(Program, { workspaceId, deactivatedAt: null })) await stopProgram(scope, program)
}
