import { memberScope, type WorkspaceScope } from '../../accounts/index.js'
import { extendScope, type JobScope, type Scope } from '../../kernel/scope.js'
import { Program } from '../programs/program.entity.js'
import { firstOwner } from './partner-link.queries.js'

/**
 * The program and a scope of an owner of its workspace who acts on this program, also when it is not the default one; for jobs. Null if the
 * program or the workspace was deleted.
 */
export async function programScope(
  scope: JobScope,
  programId: string,
): Promise<{ program: Program; owner: JobScope & WorkspaceScope } | null> {
  const program = await scope.em.findOne(Program, programId)
  if (!program) return null
  const owner = await ownerScope(scope, program.workspaceId)
  if (!owner) return null
  return { program, owner: extendScope(owner, { workspace: { ...owner.workspace, defaultProgramId: program.id } }) }
}

/** A scope of the owner who has been a member longest, for work that no member requested. Null if the workspace was deleted. */
export const ownerScope = async <S extends Scope>(scope: S, workspaceId: string): Promise<(S & WorkspaceScope) | null> =>
  memberScope(scope, { workspaceId, userId: await firstOwner(scope, workspaceId) })
