import type { Candidate } from './candidate.queries.js'
import { isEligible, choosePayment, type IneligibleReason, type Payment, type PayoutTerms } from './choose-payment.js'

export interface SelectedPayout extends Candidate {
  payment: Exclude<Payment, { reason: IneligibleReason }>
}

export interface Selection {
  eligible: SelectedPayout[]
  skipped: { payoutId: string; reason: IneligibleReason }[]
}

/** Parts the payouts that can be paid from the others. */
export function selectPayouts(candidates: readonly Candidate[], terms: PayoutTerms): Selection {
  const selection: Selection = { eligible: [], skipped: [] }
  for (const candidate of candidates) {
    const payment = choosePayment(candidate, terms)
    if (isEligible(payment)) selection.eligible.push({ ...candidate, payment })
    else selection.skipped.push({ payoutId: candidate.id, reason: payment.reason })
  }
  return selection
}
