import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import type { CutoffPeriod } from '../confirm/cutoff.js'
import type { SelectedPayout } from '../confirm/select-payouts.js'
import { insertInvoice, invoiceTotals, lockInvoicesOfWorkspace } from './invoice.queries.js'
import { computePayoutFee } from './payout-fee.js'

/** Creates the invoice of a confirmation. The total is in cents, with the fee. */
export async function createInvoice(
  scope: WorkspaceScope,
  programId: string,
  payouts: readonly SelectedPayout[],
  cutoffPeriod: CutoffPeriod | null,
): Promise<{ id: string; total: number }> {
  const workspaceId = scope.workspace.id
  await lockInvoicesOfWorkspace(scope, workspaceId)
  const amount = sumOf(payouts)
  const { sequence, fee, feeRate, waiver, waived } = await feeOfInvoice(scope, amount)
  const id = newId('inv_', scope.now().getTime())
  await insertInvoice(scope, {
    id,
    workspaceId,
    programId,
    userId: scope.actor.user.id,
    sequence,
    amount,
    externalAmount: sumOf(payouts.filter(({ payment }) => payment.mode === 'external')),
    fee,
    feeRate,
    waiver,
    waived,
    cutoffPeriod,
  })
  return { id, total: amount + fee }
}

/** The fee that the workspace would pay for payouts of this amount, by what it has left of its waiver. */
export async function feeOfInvoice(scope: WorkspaceScope, amount: number) {
  const { sequence, waived: waiverUsed } = await invoiceTotals(scope, scope.workspace.id)
  const { rate: feeRate, waiver: waiverLimit } = scope.config.payoutFee
  const { fee, waived } = computePayoutFee({ amount, feeRate, method: 'manual', waiverLimit, waiverUsed })
  return { sequence, fee, feeRate, waiver: Math.max(0, waiverLimit - waiverUsed), waived }
}

const sumOf = (payouts: readonly SelectedPayout[]) => payouts.reduce((sum, { amount }) => sum + amount, 0)
