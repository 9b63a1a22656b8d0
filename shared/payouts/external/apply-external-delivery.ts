import { lockEarnings } from '../../earnings/index.js'
import type { JobScope } from '../../kernel/scope.js'
import { externalAttemptCanceled } from '../events.js'
import { changePayout } from '../status/change-payout.js'
import { lockPayout } from '../status/payout.queries.js'
import { payoutOfEvent, setExternalEvents } from './external.queries.js'
import { planExternalResult } from './plan-external-result.js'

/**
 * An external payout is completed by the first webhook that took it, and fails when a webhook gives up on its current attempt. A success
 * that arrives after the failure or during a later attempt completes it too, and cancels the deliveries of the later attempt.
 */
export async function applyExternalDelivery(
  scope: JobScope,
  { eventId, succeeded }: { eventId: string; succeeded: boolean },
): Promise<void> {
  const found = await payoutOfEvent(scope, eventId)
  if (!found) return
  await lockEarnings(scope, [found])
  const payout = await lockPayout(scope, found.programId, found.payoutId)
  if (!payout) return
  const operation = planExternalResult(payout, { ...found, eventId, succeeded })
  if (!operation) {
    if (succeeded && payout.externalEventId !== eventId)
      scope.log.warn({ payoutId: payout.id, eventId, status: payout.status }, 'webhook accepted an outdated attempt of an external payout')
    return
  }
  await changePayout(scope, payout, operation, {
    traceId: eventId,
    failureReason: succeeded ? null : 'The webhook for payout.confirmed did not accept the payout.',
  })
  if (!succeeded || payout.externalEventId === eventId) return
  if (payout.externalEventId) scope.announce(externalAttemptCanceled, { eventId: payout.externalEventId })
  await setExternalEvents(scope, [{ payoutId: payout.id, eventId }])
}
