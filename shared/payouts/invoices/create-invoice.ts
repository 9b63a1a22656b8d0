import type { WorkspaceScope } from '../../accounts/index.js'
import { newId } from '../../kernel/ids.js'
import type { CutoffPeriod } from '../confirm/cutoff.js'
import type { SelectedPayout } from '../confirm/select-payouts.js'
import { insertInvoice, invoiceTotals, lockInvoicesOfWorkspace } from './invoice.queries.js'
import { computePayoutFee } from './payout-fee.js'

/** Creates the invoice of a confirmation. Returns its id. */
export async function createInvoice(
  scope: WorkspaceScope,
  programId: string,
  payouts: readonly SelectedPayout[],
  cutoffPeriod: CutoffPeriod | null,
): Promise<string> {
  const workspaceId = scope.workspace.id
  await lockInvoicesOfWorkspace(scope, workspaceId)
  const { sequence, waived: waiverUsed } = await invoiceTotals(scope, workspaceId)
  const { rate: feeRate, waiver: waiverLimit } = scope.config.payoutFee
  const amount = sumOf(payouts)
  const { fee, waived } = computePayoutFee({ amount, feeRate, method: 'manual', waiverLimit, waiverUsed })
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
    waiver: Math.max(0, waiverLimit - waiverUsed),
    waived,
    cutoffPeriod,
  })
  return id
}

const sumOf = (payouts: readonly SelectedPayout[]) => payouts.reduce((sum, { amount }) => sum + amount, 0)
