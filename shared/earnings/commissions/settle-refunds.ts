import type { Scope } from '../../kernel/scope.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'
import { settleRefund } from './apply-refund.js'
import { refundedCommissionsOf } from './changeable-commissions.queries.js'
import { updateCommissions } from './commission.queries.js'

/**
 * Applies the refunds that arrived while the payouts were being paid, once the payouts have failed or are pending again. The earnings of
 * the partners must be locked.
 */
export async function settleRefunds(scope: Scope, payoutIds: readonly string[]): Promise<void> {
  const commissions = await refundedCommissionsOf(scope, payoutIds)
  for (const commission of commissions) settleRefund(commission)
  await updateCommissions(scope, commissions, scope.now())
  await refreshPayouts(scope, payoutIds, scope.now())
}
