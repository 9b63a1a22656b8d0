import type { WorkspaceScope } from '../../../accounts/index.js'
import { removeSales } from '../../../tracking/index.js'
import { refreshPayouts } from '../../payouts/refresh-payouts.queries.js'
import { lockEarnings } from '../commission.queries.js'
import { deleteUnpaidCommissions, partnersOfCommissions } from './imported-commission.queries.js'

/**
 * Deletes imported commissions with their sales, except those that were paid by a payout, are being paid, or were refunded. Returns the ids
 * of the deleted ones.
 */
export async function deleteImportedCommissions(scope: WorkspaceScope, ids: readonly string[]): Promise<Set<string>> {
  await lockEarnings(scope, await partnersOfCommissions(scope, ids))
  const deleted = await deleteUnpaidCommissions(scope, ids)
  await refreshPayouts(
    scope,
    deleted.map(({ payoutId }) => payoutId),
    scope.now(),
  )
  await removeSales(
    scope,
    deleted.map(({ eventId }) => eventId),
  )
  return new Set(deleted.map(({ id }) => id))
}
