/** Payouts that a confirmation with the same selection would pay. */
import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgram } from '../../partners/index.js'
import { feeOfInvoice } from '../invoices/create-invoice.js'
import { payoutsByIds } from '../list/payout-list.queries.js'
import { type CandidateFilter, eligiblePage, eligibleTotals, findPayoutTerms } from './candidate.queries.js'
import type { CountEligiblePayouts, EligiblePayoutCount, EligiblePayoutSchema, GetEligiblePayouts } from './confirm.schema.js'
import { cutoffDate } from './cutoff.js'
import { selectPayouts } from './select-payouts.js'

const filterOf = (scope: WorkspaceScope, query: CountEligiblePayouts): CandidateFilter => ({
  ...query,
  cutoff: query.cutoffPeriod ? cutoffDate(query.cutoffPeriod, scope.now()) : null,
})

export async function listEligiblePayouts(
  scope: WorkspaceScope,
  id: string,
  { page = 1, pageSize, ...query }: GetEligiblePayouts,
): Promise<z.infer<typeof EligiblePayoutSchema>[]> {
  const program = await requireProgram(scope, id)
  const terms = await findPayoutTerms(scope, program.id)
  const { eligible } = selectPayouts(await eligiblePage(scope, program.id, filterOf(scope, query), terms, { page, pageSize }), terms)
  const payouts = await payoutsByIds(
    scope,
    program.id,
    eligible.map((payout) => payout.id),
  )
  return eligible.flatMap(({ id: payoutId, amount, payment: { mode, method } }) => {
    const payout = payouts.get(payoutId)
    return payout ? [{ ...payout, amount, mode, method }] : []
  })
}

export async function countEligiblePayouts(
  scope: WorkspaceScope,
  id: string,
  query: CountEligiblePayouts,
): Promise<z.infer<typeof EligiblePayoutCount>> {
  const program = await requireProgram(scope, id)
  const terms = await findPayoutTerms(scope, program.id)
  const { count, amount } = await eligibleTotals(scope, program.id, filterOf(scope, query), terms)
  const { fee } = await feeOfInvoice(scope, amount)
  return { count, amount, fee, total: amount + fee }
}
