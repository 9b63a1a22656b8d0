/** What the clicks on one link earn within a day. Pure. */
import type { AppliedReward } from '../commissions/compute-commissions.js'
import { applyModifiers } from '../rewards/apply-reward.js'
import type { RewardTerms } from '../rewards/reward-terms.js'
import { limitEarnings } from '../rewards/spend-limit.js'

export interface ClickEarnings {
  clicks: number
  earnings: number
  appliedReward: AppliedReward
}

/** `left` is what the spend limit still allows; null without a limit. Null if nothing is earned. */
export function earningsOfClicks(
  reward: RewardTerms,
  countries: readonly { country: string; clicks: number }[],
  left: number | null,
): ClickEarnings | null {
  const parts = countries.flatMap(({ country, clicks: quantity }) => {
    const terms = applyModifiers(reward, { customer: { country: country === 'Unknown' ? undefined : country } })
    return terms ? [{ type: terms.type, amount: terms.amount, quantity }] : []
  })
  const earned = parts.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  const earnings = left === null ? earned : limitEarnings(earned, left, 0)
  if (earnings <= 0) return null
  const clicks = countries.reduce((sum, one) => sum + one.clicks, 0)
  return { clicks, earnings, appliedReward: { parts, limit: earnings < earned ? earnings : null } }
}
