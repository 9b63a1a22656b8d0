/** The name of a bounty. Pure. */
import type { Bounty } from './bounty.entity.js'
import type { PerformanceAttribute } from './performance/attributes.js'

export const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 })}`

const goals: Record<PerformanceAttribute, (value: number) => string> = {
  totalLeads: (value) => `${value.toLocaleString('en-US')} ${value === 1 ? 'lead' : 'leads'}`,
  totalConversions: (value) => `${value.toLocaleString('en-US')} ${value === 1 ? 'conversion' : 'conversions'}`,
  totalSaleAmount: (value) => `${dollars(value)} in sales`,
  totalCommissions: (value) => `${dollars(value)} in commissions`,
}

type Named = Pick<Bounty, 'type' | 'name' | 'rewardAmount' | 'performanceCondition'>

/** The stored name, or one that derives from reward and condition. */
export function bountyName({ type, name, rewardAmount, performanceCondition }: Named): string | null {
  if (type === 'submission' || !performanceCondition) return name ?? null
  const { attribute, value } = performanceCondition
  return `Earn ${dollars(rewardAmount ?? 0)} for ${goals[attribute](value)}`
}
