import { moveCustomersOfPartner } from '../../customers/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { awaitEarlierRequests } from '../../links/index.js'
import { movePartnerUsers } from '../../partner-accounts/index.js'
import {
  finishEnrolmentMerge,
  type MergedPartner,
  Program,
  programsOfPartner,
  retirePartner,
  startEnrolmentMerge,
} from '../../partners/index.js'
import { lockEarnings } from '../commissions/commission.queries.js'
import { applyEnrolmentChange } from '../enrolments/apply-enrolment-change.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'
import {
  moveCommissions,
  moveDiscountCodes,
  movePayouts,
  movePendingEarnings,
  moveReferralKeys,
  programsWithEarnings,
} from './move-earnings.queries.js'

/**
 * Merges two accounts of one partner, one program after the other: enrolments, links, customers, commissions, payouts and codes. Runs
 * twice, because a conversion that began before the merge may still be recorded for the source. May be killed and repeated at any time.
 */
export async function mergePartners(scope: JobScope, accounts: { sourcePartnerId: string; targetPartnerId: string }): Promise<void> {
  await mergePrograms(scope, accounts)
  await inTransaction(scope, async () => {
    await movePartnerUsers(scope, accounts)
    await retirePartner(scope, accounts)
  })
  await awaitEarlierRequests(scope)
  await mergePrograms(scope, accounts)
}

async function mergePrograms(scope: JobScope, accounts: { sourcePartnerId: string; targetPartnerId: string }): Promise<void> {
  const ids = [
    ...(await programsOfPartner(scope, accounts.sourcePartnerId)),
    ...(await programsWithEarnings(scope, accounts.sourcePartnerId)),
  ]
  for (const programId of new Set(ids)) {
    scope.em.clear()
    await inTransaction(scope, () => mergeProgram(scope, { programId, ...accounts }))
  }
}

async function mergeProgram(scope: JobScope, merge: MergedPartner): Promise<void> {
  const { programId, sourcePartnerId, targetPartnerId } = merge
  await lockEarnings(scope, [
    { programId, partnerId: sourcePartnerId },
    { programId, partnerId: targetPartnerId },
  ])
  const started = await startEnrolmentMerge(scope, merge)
  await moveCustomersOfPartner(scope, merge)
  await movePendingEarnings(scope, merge)
  const payoutIds = await movePayouts(scope, merge)
  await moveCommissions(scope, merge)
  await moveReferralKeys(scope, merge)
  await refreshPayouts(scope, payoutIds, scope.now())
  await moveDiscountCodes(scope, merge)
  if (!started) return
  if (started.targetAlreadyEnrolled) await followStatusOfTarget(scope, merge)
  await finishEnrolmentMerge(scope, merge, started)
}

/** The earnings and codes of the source end if the target is banned or deactivated. */
async function followStatusOfTarget(scope: JobScope, { programId, targetPartnerId: partnerId }: MergedPartner): Promise<void> {
  const { workspaceId } = await scope.em.findOneOrFail(Program, programId)
  await applyEnrolmentChange(scope, { workspaceId, programId, partnerId })
}
