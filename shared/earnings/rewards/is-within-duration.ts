import type { CommissionStatus } from '../commissions/commission-states.js'
import { monthsBetween } from './months-between.js'

/** The first commission of a partner for a customer, of the same type. */
export interface FirstCommission {
  status: CommissionStatus
  at: Date
  rewardId: string | null
  /** Duration of its reward; undefined if the reward does not exist any more. */
  maxDuration: number | null | undefined
}

interface Next {
  type: 'lead' | 'sale'
  rewardId: string
  maxDuration: number | null
  at: Date
}

/** Whether a further lead or sale of the customer earns a commission after the first one. */
export function isWithinDuration(first: FirstCommission, { type, rewardId, maxDuration, at }: Next): boolean {
  if (type === 'lead' || first.status === 'fraud' || first.status === 'canceled') return false
  if (first.rewardId !== rewardId && first.maxDuration === 0) return false
  if (maxDuration === null) return true
  return maxDuration > 0 && monthsBetween(first.at, at) < maxDuration
}
