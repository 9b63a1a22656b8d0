import type { RewardResponse } from './reward-input.schema.js'
import type { Reward } from './reward.entity.js'

export function presentReward(reward: Reward): RewardResponse {
  const { id, event, description, tooltipDescription, type, amountInCents, amountInPercentage, maxDuration, modifiers, config } = reward
  return {
    id,
    event,
    description: description ?? null,
    tooltipDescription: tooltipDescription ?? null,
    type,
    amountInCents: amountInCents ?? null,
    amountInPercentage: amountInPercentage ?? null,
    maxDuration: maxDuration ?? null,
    modifiers: modifiers ?? null,
    config: config ?? null,
    spendLimitAmount: reward.spendLimitAmount ?? null,
    spendLimitInterval: reward.spendLimitInterval ?? null,
    updatedAt: reward.updatedAt.toISOString(),
  }
}
