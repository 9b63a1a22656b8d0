import { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { inTransaction, type JobScope } from '../../kernel/scope.js'
import { requireProgramId } from '../../partners/index.js'
import { lockEarnings } from '../commissions/commission.queries.js'
import type { PartnerRef } from '../commissions/pending-earnings.queries.js'
import { aggregatePayoutsJob } from '../jobs.js'
import { addToPendingPayouts, partnersToAggregate } from './aggregation.queries.js'
import { refreshPayouts } from './refresh-payouts.queries.js'

const batchSize = 100

export const AggregationStarted = z.object({ success: z.boolean() })

/** Starts the aggregation of the program now. */
export async function requestAggregation(scope: WorkspaceScope): Promise<{ success: boolean }> {
  scope.enqueue(aggregatePayoutsJob, { programId: requireProgramId(scope) })
  return { success: true }
}

/** Collects the payable commissions of each partner in one pending payout: of one program, or of all programs. May run any number of times. */
export async function aggregatePayouts(scope: JobScope, programId: string | null, stop: AbortSignal): Promise<void> {
  let last: PartnerRef | null = null
  while (!stop.aborted) {
    const partners: PartnerRef[] = await partnersToAggregate(scope, programId, last, batchSize)
    last = partners.at(-1) ?? null
    if (!last) return
    await inTransaction(scope, async () => {
      await lockEarnings(scope, partners)
      await refreshPayouts(scope, await addToPendingPayouts(scope, partners), scope.now())
    })
  }
}
