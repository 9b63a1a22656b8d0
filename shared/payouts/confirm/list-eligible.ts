/** Payouts that a confirmation with the same selection would pay. */
import type { z } from 'zod'
import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgram } from '../../partners/index.js'
import { feeOfInvoice } from '../invoices/create-invoice.js'
import { payoutsByIds } from '../list/payout-list.queries.js'
import { findCandidates, findPayoutTerms } from './candidate.queries.js'
import type { CountEligiblePayouts, EligiblePayoutCount, EligiblePayoutSchema, GetEligiblePayouts } from './confirm.schema.js'
import { cutoffDate } from './cutoff.js'
import { type SelectedPayout, selectPayouts } from './select-payouts.js'

export async function eligiblePayouts(scope: WorkspaceScope, programId: string, query: CountEligiblePayouts): Promise<SelectedPayout[]> {
  const cutoff = query.cutoffPeriod ? cutoffDate(query.cutoffPeriod, scope.now()) : null
  return selectPayouts(await findCandidates(scope, programId, { ...query, cutoff }), await findPayoutTerms(scope, programId)).eligible
}

export async function listEligiblePayouts(
  scope: WorkspaceScope,
  id: string,
  { page = 1, pageSize, ...query }: GetEligiblePayouts,
): Promise<z.infer<typeof EligiblePayoutSchema>[]> {
  const program = await requireProgram(scope, id)
  const eligible = await eligiblePayouts(scope, program.id, query)
  const selected = eligible.toSorted((a, b) => b.amount - a.amount).slice((page - 1) * pageSize, page * pageSize)
  const payouts = await payoutsByIds(
    scope,
    program.id,
    selected.map((payout) => payout.id),
  )
  return selected.flatMap(({ id: payoutId, amount, payment: { mode, method } }) => {
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
  const eligible = await eligiblePayouts(scope, program.id, query)
  const amount = eligible.reduce((sum, payout) => sum + payout.amount, 0)
  const { fee } = await feeOfInvoice(scope, amount)
  return { count: eligible.length, amount, fee, total: amount + fee }
}
