/** Holds commissions that are suspected of fraud, and releases them. */
import { inTransaction, type Scope } from '../../kernel/scope.js'
import { aggregatePayoutsJob } from '../jobs.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'
import { lockEarnings } from './commission.queries.js'
import type { PartnerRef } from './pending-earnings.queries.js'
import {
  isPartnerSuspected,
  partnersWithHeldCommissions,
  type ReleasedCommissions,
  setHeld,
  setReleased,
} from './status-changes.queries.js'

/** Holds commissions of the partner, which leave their pending payout: all of them or those of the ids. Returns the ids of the held ones. */
export async function holdCommissions(scope: Scope, partner: PartnerRef, ids: readonly string[] | null = null): Promise<string[]> {
  await lockEarnings(scope, [partner])
  const held = await setHeld(scope, partner, ids)
  await refreshPayouts(
    scope,
    held.map(({ payoutId }) => payoutId),
    scope.now(),
  )
  return held.map(({ id }) => id)
}

/** Holds the commissions of the partner if the partner itself is suspected: those that were being paid at the suspicion are payable again. */
export async function holdOfSuspected(scope: Scope, partner: PartnerRef): Promise<void> {
  if (await isPartnerSuspected(scope, partner)) await holdCommissions(scope, partner)
}

/** Releases the held commissions of the partner, except those for customers who are still suspected. They are aggregated soon. */
export async function releaseCommissions(
  scope: Scope,
  partner: PartnerRef,
  exceptCustomerIds: readonly string[] = [],
): Promise<ReleasedCommissions> {
  await lockEarnings(scope, [partner])
  const released = await setReleased(scope, partner.programId, [partner.partnerId], exceptCustomerIds)
  if (released.count > 0) scope.enqueue(aggregatePayoutsJob, { programId: partner.programId })
  return released
}

const batchSize = 100

/** Releases all held commissions of the program, in transactions of its own. Returns their number. */
export async function releaseAllCommissions(scope: Scope, programId: string): Promise<number> {
  let count = 0
  let last: string | undefined = ''
  while (last !== undefined) {
    const partnerIds = await partnersWithHeldCommissions(scope, programId, last, batchSize)
    last = partnerIds.at(-1)
    if (last === undefined) break
    count += await inTransaction(scope, async () => {
      await lockEarnings(
        scope,
        partnerIds.map((partnerId) => ({ programId, partnerId })),
      )
      const released = await setReleased(scope, programId, partnerIds, [])
      if (released.count > 0) scope.enqueue(aggregatePayoutsJob, { programId })
      return released.count
    })
  }
  return count
}
