import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { commissionImmutable, commissionPaid, commissionSameStatus, commissionsNotFound } from '../errors.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'
import { type ChangeableCommission, changeableCommissions } from './changeable-commissions.queries.js'
import type { BulkUpdateCommissions } from './commission-input.schema.js'
import type { CommissionStatus } from './commission-states.js'
import { lockEarnings, updateCommissions } from './commission.queries.js'
import { setStatus } from './update-commission.js'

/** Sets the status of all the commissions or, if one cannot be changed, of none. */
export async function bulkUpdateCommissions(
  scope: WorkspaceScope,
  { commissionIds, status }: BulkUpdateCommissions,
): Promise<{ id: string; status: CommissionStatus }[]> {
  const programId = requireProgramId(scope)
  await lockEarnings(scope, await changeableCommissions(scope, programId, commissionIds))
  const commissions = await changeableCommissions(scope, programId, commissionIds)
  const found = new Set(commissions.map(({ id }) => id))
  const missing = commissionIds.filter((id) => !found.has(id))
  if (missing.length > 0) throw commissionsNotFound(missing)
  const idsWhere = (matches: (commission: ChangeableCommission) => boolean) => commissions.filter(matches).map(({ id }) => id)
  const paid = idsWhere((commission) => commission.status === 'paid')
  if (paid.length > 0) throw commissionPaid(paid)
  const immutable = idsWhere(({ isMutable }) => !isMutable)
  if (immutable.length > 0) throw commissionImmutable(immutable)
  const unchanged = idsWhere((commission) => commission.status === status)
  if (unchanged.length > 0) throw commissionSameStatus(status, unchanged)

  const payoutIds = commissions.map(({ payoutId }) => payoutId)
  for (const commission of commissions) setStatus(commission, status)
  await updateCommissions(scope, commissions, scope.now())
  await refreshPayouts(scope, payoutIds, scope.now())
  return commissions.map(({ id, status: after }) => ({ id, status: after }))
}
