import { holdOfSuspected } from '../../earnings/index.js'
import type { Scope } from '../../kernel/scope.js'
import { releaseHeldCommissionsJob } from '../jobs.js'
import { moveGroups } from './move-groups.queries.js'

/**
 * Moves what a merged partner is suspected of to its other account. A suspicion of the partner itself holds what the other account earned,
 * too. What no group holds any more is released. May run again.
 */
export async function moveSuspicionsOfMergedPartner(
  scope: Scope,
  { programId, sourcePartnerId, targetPartnerId }: { programId: string; sourcePartnerId: string; targetPartnerId: string },
): Promise<void> {
  await moveGroups(scope, { programId, sourcePartnerId, targetPartnerId })
  await holdOfSuspected(scope, { programId, partnerId: targetPartnerId })
  scope.enqueue(releaseHeldCommissionsJob, { programId, partnerId: targetPartnerId })
}
