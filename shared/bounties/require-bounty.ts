import { LockMode } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { requireProgramId } from '../partners/index.js'
import { Bounty } from './bounty.entity.js'
import { bountyNotFound } from './errors.js'

/** A bounty of the default program, locked for a change: neither a submission nor a job that opens or closes it comes between. */
export function lockBounty(scope: WorkspaceScope, id: string): Promise<Bounty> {
  return requireBountyOf(scope, requireProgramId(scope), id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
}

export async function requireBountyOf(
  { em }: Pick<Scope, 'em'>,
  programId: string,
  id: string,
  options: { lockMode?: LockMode; refresh?: boolean } = {},
): Promise<Bounty> {
  const bounty = await em.findOne(Bounty, { id, programId }, options)
  if (!bounty) throw bountyNotFound()
  return bounty
}

/** A bounty of the default program. */
export const requireBounty = (scope: WorkspaceScope, id: string): Promise<Bounty> => requireBountyOf(scope, requireProgramId(scope), id)
