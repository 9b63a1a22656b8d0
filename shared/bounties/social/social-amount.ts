/** The reward of a submission that is measured by the views or likes of a post. Pure. */
import type { SocialMetricsRequirement } from '../bounty.entity.js'

/**
 * The reward in cents, with a bonus for every further increment up to the maximum count; null while the count is unknown or below the
 * minimum.
 */
export function socialAmount(
  rewardAmount: number,
  { minCount = 0, incrementalBonus }: Pick<SocialMetricsRequirement, 'minCount' | 'incrementalBonus'>,
  count: number | null,
): number | null {
  if (count === null || count < minCount) return null
  const { incrementCount = 0, bonusPerIncrement = 0, maxCount = Number.POSITIVE_INFINITY } = incrementalBonus ?? {}
  if (incrementCount <= 0) return rewardAmount
  const increments = Math.floor((Math.min(count, maxCount) - minCount) / incrementCount)
  return rewardAmount + Math.max(0, increments) * bonusPerIncrement
}
