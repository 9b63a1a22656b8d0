import type { WorkspaceScope } from '../accounts/index.js'
import { noProgram } from '../partners/index.js'

/** Id of the program that requests of the workspace act on. */
export function requireProgramId({ workspace }: Pick<WorkspaceScope, 'workspace'>): string {
  if (!workspace.defaultProgramId) throw noProgram()
  return workspace.defaultProgramId
}
