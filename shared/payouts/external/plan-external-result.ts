/** Decides what the final delivery of a `payout.confirmed` event changes. */
import { nextPayoutStatus, type PayoutOperation } from '../../earnings/index.js'
import type { LockedPayout } from '../status/payout.queries.js'

export interface ExternalResult {
  eventId: string
  /** The invoice of the event: a withdrawn payout that was confirmed again has another one, and possibly another amount. */
  invoiceId: string | null
  succeeded: boolean
}

/**
 * Null if the payout stays as it is. Only the current attempt can fail. A success counts for earlier attempts too, because the external
 * system has paid.
 */
export function planExternalResult(
  payout: Pick<LockedPayout, 'status' | 'provider' | 'invoiceId' | 'externalEventId'>,
  { eventId, invoiceId, succeeded }: ExternalResult,
): PayoutOperation | null {
  if (payout.provider !== 'external' || payout.invoiceId !== invoiceId) return null
  if (!succeeded && payout.externalEventId !== null && payout.externalEventId !== eventId) return null
  const successOperation = payout.status === 'failed' ? 'recover' : 'complete'
  const operation = succeeded ? successOperation : 'fail'
  return nextPayoutStatus(payout.status, operation) && operation
}
