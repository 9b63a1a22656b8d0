import type { Scope } from '../../kernel/scope.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'
import { changeableCommissions } from './changeable-commissions.queries.js'
import { nextCommissionStatus, type SettableStatus, settingOperations } from './commission-states.js'
import { lockEarnings, updateCommissions } from './commission.queries.js'
import type { PartnerRef } from './pending-earnings.queries.js'
import { setStatus } from './update-commission.js'

/** Sets the status of those commissions of the partner that may still change. Returns their ids. */
export async function markCommissions(
  scope: Scope,
  { programId, partnerId }: PartnerRef,
  ids: readonly string[],
  status: SettableStatus,
): Promise<string[]> {
  await lockEarnings(scope, [{ programId, partnerId }])
  const found = await changeableCommissions(scope, programId, ids)
  const changeable = found.filter(
    (one) => one.partnerId === partnerId && one.isMutable && nextCommissionStatus(one.status, settingOperations[status]) !== null,
  )
  const payoutIds = changeable.map(({ payoutId }) => payoutId)
  for (const commission of changeable) setStatus(commission, status)
  await updateCommissions(scope, changeable, scope.now())
  await refreshPayouts(scope, payoutIds, scope.now())
  return changeable.map(({ id }) => id)
}
