import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { requireProgramId } from '../../partners/index.js'
import { lockEarnings } from '../commissions/commission.queries.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import { aggregatePayoutsJob } from '../jobs.js'
import { addToPendingPayouts, partnersToAggregate } from './aggregation.queries.js'
import { refreshPayouts } from './refresh-payouts.queries.js'

/** Partners whose commissions are collected in one transaction. */
const batchSize = 100
/** Finding the next partners reads all pending commissions. */
const pageSize = 10_000

export const AggregationStarted = z.object({ success: z.boolean() })

/** Starts the aggregation of the program now. */
export async function requestAggregation(scope: WorkspaceScope): Promise<{ success: boolean }> {
  scope.enqueue(aggregatePayoutsJob, { programId: requireProgramId(scope) })
  return { success: true }
}

/** Collects the payable commissions of each partner in one pending payout: of one program, or of all programs. May run any number of times. */
export async function aggregatePayouts(scope: JobScope, programId: string | null, stop: AbortSignal): Promise<void> {
  let last: PartnerRef | null = null
  for (;;) {
    const partners: PartnerRef[] = await partnersToAggregate(scope, programId, last, pageSize)
    for (let start = 0; start < partners.length; start += batchSize) {
      if (stop.aborted) return
      const batch = partners.slice(start, start + batchSize)
      await inTransaction(scope, async () => {
        await lockEarnings(scope, batch)
        await refreshPayouts(scope, await addToPendingPayouts(scope, batch), scope.now())
      })
    }
    last = partners.at(-1) ?? null
    if (partners.length < pageSize) return
  }
}
