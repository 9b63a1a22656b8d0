/** Decides what the outcome of a request or webhook changes. */
import type { PayoutOperation } from '../../earnings/index.js'
import type { TransferOutcome } from '../providers/provider.js'
import { nextCheckAt, nextTryAt } from './retry-schedule.js'
import { nextTransferState, type TransferOperation } from './transfer-states.js'
import type { Transfer, TransferChange } from './transfer.queries.js'

export interface PlannedChange {
  transfer: TransferChange
  /** Null if the payout stays as it is. */
  payout: { operation: PayoutOperation; reason: string | null } | null
}

interface Circumstances {
  now: Date
  /** Whether an earlier request, or another one at the same time, may have had an effect. */
  wasRequested: boolean
  /** Whether the state of an accepted transfer can be requested. Otherwise, only webhooks report further changes. */
  canPoll: boolean
}

const operations = { accepted: 'accept', succeeded: 'succeed', failed: 'fail' } as const satisfies Partial<
  Record<TransferOutcome['kind'], TransferOperation>
>

const payoutOperation = (operation: 'accept' | 'succeed' | 'fail', state: Transfer['state']): PayoutOperation => {
  if (operation === 'fail') return state === 'open' ? 'fail' : 'return'
  return operation === 'accept' ? 'send' : 'complete'
}

/** Null if the outcome is outdated: the transfer has a later state. */
export function planTransferChange(
  transfer: Transfer,
  outcome: TransferOutcome,
  { now, wasRequested, canPoll }: Circumstances,
): PlannedChange | null {
  const { state, reference, requestedAt, tries, createdAt } = transfer
  const unchanged = { state, reference, error: null, requestedAt }
  const nextCheck = canPoll ? nextCheckAt(tries, createdAt, now) : null
  if (outcome.kind === 'unknown' || outcome.kind === 'refused') {
    if (state !== 'open' && state !== 'accepted') return null
    // A request without an effect leaves the transfer as if it had not been sent.
    const isUntouched = outcome.kind === 'refused' && !wasRequested
    const nextAt = state === 'open' ? nextTryAt(tries, now) : nextCheck
    return { transfer: { ...unchanged, error: outcome.reason, requestedAt: isUntouched ? null : requestedAt, nextAt }, payout: null }
  }
  const operation = operations[outcome.kind]
  const next = nextTransferState(state, operation)
  if (next === null)
    return state === 'accepted' && operation === 'accept' ? { transfer: { ...unchanged, nextAt: nextCheck }, payout: null } : null
  const reason = outcome.kind === 'failed' ? outcome.reason : null
  return {
    transfer: {
      state: next,
      reference: outcome.reference ?? reference,
      error: reason,
      requestedAt,
      nextAt: next === 'accepted' ? nextCheck : null,
    },
    payout: { operation: payoutOperation(operation, state), reason },
  }
}
