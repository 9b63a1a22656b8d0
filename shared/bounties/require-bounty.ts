import { LockMode } from '@mikro-orm/postgresql'
import type { WorkspaceScope } from '../accounts/index.js'
import type { Scope } from '../kernel/scope.js'
import { requireProgramId } from '../partners/index.js'
import { Bounty } from './bounty.entity.js'
import { bountyNotFound } from './errors.js'

/** A bounty of the default program, locked for a change: neither a submission nor a job that opens or closes it comes between. */
export async function lockBounty(scope: WorkspaceScope, id: string): Promise<Bounty> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const bounty = await scope.em.findOne(Bounty, { id, programId: requireProgramId(scope) }, options)
  if (!bounty) throw bountyNotFound()
  return bounty
}

export async function requireBountyOf({ em }: Pick<Scope, 'em'>, programId: string, id: string): Promise<Bounty> {
  const bounty = await em.findOne(Bounty, { id, programId })
  if (!bounty) throw bountyNotFound()
  return bounty
}

/** A bounty of the default program. */
export const requireBounty = (scope: WorkspaceScope, id: string): Promise<Bounty> => requireBountyOf(scope, requireProgramId(scope), id)
