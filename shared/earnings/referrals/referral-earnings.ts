/** What a partner earns for a partner it referred. Pure. */
import { monthsBetween } from '../rewards/months-between.js'
import type { ReferralConfig } from '../rewards/reward-input.schema.js'

export interface ReferralReward {
  id: string
  config: ReferralConfig
  amountInCents: number | null
  amountInPercentage: number | null
  maxDuration: number | null
}

export interface SourceCommission {
  id: string
  amount: number
  earnings: number
  at: Date
}

/** Cents for a sale commission of the referred partner, rounded down; 0 for other triggers, and after the duration of the reward. */
export function earningsOfSource(reward: ReferralReward, source: SourceCommission, first: { id: string; at: Date }): number {
  const { trigger } = reward.config
  if (trigger !== 'saleRecorded' && trigger !== 'commissionEarned') return 0
  if (!isWithinReferralDuration(reward.maxDuration, source, first)) return 0
  const base = trigger === 'saleRecorded' ? source.amount : source.earnings
  if (base <= 0) return 0
  return Number((BigInt(base) * BigInt(Math.round((reward.amountInPercentage ?? 0) * 100))) / 10_000n)
}

/** The duration begins with the first commission of the referred partner in the program; 0 allows its first sale only. */
function isWithinReferralDuration(maxDuration: number | null, source: SourceCommission, first: { id: string; at: Date }): boolean {
  if (maxDuration === null) return true
  return maxDuration === 0 ? source.id === first.id : monthsBetween(first.at, source.at) < maxDuration
}

export const reachesThreshold = ({ config }: ReferralReward, earned: number) =>
  config.trigger === 'commissionThreshold' && earned >= (config.commissionsThresholdInCents ?? Number.POSITIVE_INFINITY)
