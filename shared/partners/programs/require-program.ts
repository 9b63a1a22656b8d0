import type { InWorkspace } from '../../accounts/index.js'
import { noProgram, programNotFound } from '../errors.js'
import { Program } from './program.entity.js'

/** Id of the default program of the workspace. */
export function requireProgramId({ workspace }: Pick<InWorkspace, 'workspace'>): string {
  if (!workspace.defaultProgramId) throw noProgram()
  return workspace.defaultProgramId
}

/** The default program of the workspace, which requests about partners act on. */
export async function requireDefaultProgram({ em, workspace }: InWorkspace): Promise<Program> {
  const { id, defaultProgramId } = workspace
  const program = defaultProgramId ? await em.findOne(Program, { id: defaultProgramId, workspaceId: id }) : null
  if (!program) throw noProgram()
  return program
}

/** A program of the workspace. */
export async function requireProgram({ em, workspace }: InWorkspace, id: string): Promise<Program> {
  const program = await em.findOne(Program, { id, workspaceId: workspace.id })
  if (!program) throw programNotFound()
  return program
}
