import type { WorkspaceScope } from '../../accounts/index.js'
import { lockEarnings } from '../../earnings/index.js'
import { requireProgramId } from '../../partners/index.js'
import { payoutNotFound } from '../errors.js'
import { type LockedPayout, lockPayout, partnerOfPayout } from './payout.queries.js'

/** Locks a payout of the program and the earnings of its partner. */
export async function requireLockedPayout(scope: WorkspaceScope, id: string): Promise<LockedPayout> {
  const programId = requireProgramId(scope)
  const partnerId = await partnerOfPayout(scope, programId, id)
  if (!partnerId) throw payoutNotFound()
  await lockEarnings(scope, [{ programId, partnerId }])
  const payout = await lockPayout(scope, programId, id)
  if (!payout) throw payoutNotFound()
  return payout
}
