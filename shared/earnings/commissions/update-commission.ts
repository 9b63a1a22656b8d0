import type { WorkspaceScope } from '../../accounts/index.js'
import { requireProgramId } from '../../partners/index.js'
import { maxSaleAmount, toDollars } from '../../tracking/index.js'
import { requireEnrolledPartner } from '../enrolments.queries.js'
import {
  amountOfOtherType,
  amountTooLarge,
  commissionImmutable,
  commissionNotFound,
  commissionPaid,
  commissionSameStatus,
  rewardMissing,
} from '../errors.js'
import { refreshPayouts } from '../payouts/refresh-payouts.queries.js'
import { earningsOfSale } from '../rewards/apply-reward.js'
import { type ChangeableCommission, changeableCommissions } from './changeable-commissions.queries.js'
import type { UpdateCommission } from './commission-input.schema.js'
import { nextCommissionStatus, type SettableStatus, settingOperations } from './commission-states.js'
import { lockEarnings, updateCommissions } from './commission.queries.js'
import type { CommissionResponse } from './commission.schema.js'
import { getCommission } from './list-commissions.js'
import { rewardsById } from './pending-earnings.queries.js'

/** Changes amounts and status of a commission that is not being paid. Amounts of 0 set the status to refunded and change nothing else. */
export async function updateCommission(scope: WorkspaceScope, id: string, input: UpdateCommission): Promise<CommissionResponse> {
  const programId = requireProgramId(scope)
  const commission = await lockCommission(scope, programId, id)
  if (commission.status === 'paid') throw commissionPaid([id])
  if (!commission.isMutable) throw commissionImmutable([id])
  if (input.status && commission.status === input.status) throw commissionSameStatus(input.status, [id])

  const amounts = await newAmounts(scope, commission, input)
  const status = amounts?.isNothing ? 'refunded' : input.status
  const { payoutId } = commission
  if (amounts && !amounts.isNothing) setAmounts(commission, amounts)
  if (status) setStatus(commission, status)
  await updateCommissions(scope, [commission], scope.now())
  await refreshPayouts(scope, [payoutId], scope.now())
  return getCommission(scope, id)
}

/** Loaded twice: its partner is known only then, and another transaction may have changed it while this one waited. */
async function lockCommission(scope: WorkspaceScope, programId: string, id: string): Promise<ChangeableCommission> {
  const [found] = await changeableCommissions(scope, programId, [id])
  if (!found) throw commissionNotFound(id)
  await lockEarnings(scope, [{ programId, partnerId: found.partnerId }])
  const [locked] = await changeableCommissions(scope, programId, [id])
  if (!locked) throw commissionNotFound(id)
  return locked
}

interface Amounts {
  /** Null for commissions other than sales, which have no amount. */
  amount: number | null
  earnings: number
  /** Whether the request leaves nothing of the sale or of the earnings. */
  isNothing: boolean
}

/** The amounts after the change; null if the request contains none. */
async function newAmounts(scope: WorkspaceScope, commission: ChangeableCommission, input: UpdateCommission): Promise<Amounts | null> {
  const currency = input.currency.trim().toLowerCase()
  const toCents = async (value: number | undefined) =>
    value === undefined ? undefined : (await toDollars(scope, { amount: Math.round(value), currency })).amount
  const saleAmount = await toCents(input.saleAmount ?? input.amount)
  const change = await toCents(input.modifySaleAmount ?? input.modifyAmount)
  const earnings = await toCents(input.earnings)
  const isAmountChanged = saleAmount !== undefined || change !== undefined
  if (!isAmountChanged && earnings === undefined) return null
  if (commission.type !== 'sale') {
    if (isAmountChanged) throw amountOfOtherType(commission.type)
    return { amount: null, earnings: earnings ?? commission.earnings, isNothing: earnings === 0 }
  }
  const amount = isAmountChanged ? Math.max(0, change === undefined ? (saleAmount ?? 0) : commission.amount + change) : commission.amount
  if (amount > maxSaleAmount) throw amountTooLarge(maxSaleAmount)
  const earned = earnings ?? (amount === 0 ? 0 : await recomputedEarnings(scope, commission, amount))
  // An imported sale may have the amount 0, and earnings of its own.
  return { amount, earnings: earned, isNothing: earned === 0 || (isAmountChanged && amount === 0) }
}

/** By the present reward of the partner, without the circumstances of the sale. */
async function recomputedEarnings(
  scope: WorkspaceScope,
  { programId, partnerId, quantity }: ChangeableCommission,
  amount: number,
): Promise<number> {
  const { saleRewardId } = await requireEnrolledPartner(scope, programId, partnerId)
  const reward = saleRewardId === null ? undefined : (await rewardsById(scope, [saleRewardId])).get(saleRewardId)
  if (!reward) throw rewardMissing()
  return earningsOfSale(reward, {}, { amount, quantity })?.earnings ?? 0
}

function setAmounts(commission: ChangeableCommission, { amount, earnings }: Amounts): void {
  Object.assign(commission, { earnings, eventEarnings: earnings, isSetByUser: true })
  if (amount !== null) Object.assign(commission, { amount, eventAmount: amount, refundedAmount: 0 })
}

export function setStatus(commission: ChangeableCommission, status: SettableStatus): void {
  commission.status = nextCommissionStatus(commission.status, settingOperations[status]) ?? commission.status
  commission.payoutId = null
  // The user decided to pay in spite of the refund, which must not be applied again when the payout is taken back or repeated.
  const isFullyRefunded = commission.eventAmount > 0 && commission.refundedAmount >= commission.eventAmount
  if (status === 'pending' && isFullyRefunded) Object.assign(commission, { refundedAmount: 0, isSetByUser: true })
}
