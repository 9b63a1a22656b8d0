import { Workspace, type WorkspaceScope } from '../../accounts/index.js'
import { programHasPartners } from '../errors.js'
import { hasEnrolments, lockProgram } from './program.queries.js'
import { requireProgram } from './require-program.js'

/** Deletes a program without partners, with its groups. The folder of its links stays. */
export async function deleteProgram(scope: WorkspaceScope, id: string): Promise<{ id: string }> {
  const { em, workspace } = scope
  const program = await requireProgram(scope, id)
  // Waits for enrolments that are being created, and keeps new ones from being created.
  await lockProgram(scope, id)
  if (await hasEnrolments(scope, id)) throw programHasPartners()
  await em.nativeUpdate(Workspace, { id: workspace.id, defaultProgramId: id }, { defaultProgramId: null })
  await em.remove(program).flush()
  return { id }
}
