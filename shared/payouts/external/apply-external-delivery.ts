import { lockEarnings, nextPayoutStatus } from '../../earnings/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { changePayout } from '../status/change-payout.js'
import { lockPayout } from '../status/payout.queries.js'
import { payoutOfEvent } from './external.queries.js'

/** An external payout is completed by the first webhook that took it, and fails when a webhook gives up. The first result counts. */
export async function applyExternalDelivery(
  scope: JobScope,
  { eventId, succeeded }: { eventId: string; succeeded: boolean },
): Promise<void> {
  const found = await payoutOfEvent(scope, eventId)
  if (!found) return
  await lockEarnings(scope, [found])
  const payout = await lockPayout(scope, found.programId, found.payoutId)
  const operation = succeeded ? 'complete' : 'fail'
  if (!payout || payout.provider !== 'external' || nextPayoutStatus(payout.status, operation) === null) return
  await changePayout(scope, payout, operation, {
    traceId: eventId,
    failureReason: succeeded ? null : 'The webhook for payout.confirmed did not accept the payout.',
  })
}
