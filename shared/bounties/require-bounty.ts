import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { requireProgramId } from '../partners/index.js'
import { Bounty } from './bounty.entity.js'
import { bountyNotFound } from './errors.js'

export async function requireBountyOf({ em }: Pick<Scope, 'em'>, programId: string, id: string): Promise<Bounty> {
  const bounty = await em.findOne(Bounty, { id, programId })
  if (!bounty) throw bountyNotFound()
  return bounty
}

/** A bounty of the default program. */
export const requireBounty = (scope: WorkspaceScope, id: string): Promise<Bounty> => requireBountyOf(scope, requireProgramId(scope), id)
