import type { WorkspaceScope } from '../../accounts/index.js'
import { presentProgram } from './present-program.js'
import { Program } from './program.entity.js'
import type { ProgramResponse } from './program.schema.js'
import { requireProgram } from './require-program.js'

export const getProgram = async (scope: WorkspaceScope, id: string): Promise<ProgramResponse> =>
  presentProgram(await requireProgram(scope, id))

/** Oldest first. */
export const listPrograms = async ({ em, workspace }: WorkspaceScope): Promise<ProgramResponse[]> =>
  (await em.find(Program, { workspaceId: workspace.id }, { orderBy: { id: 'asc' }, limit: 100 })).map(presentProgram)
