import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { ReferralConfig } from './reward-input.schema.js'
import type { RewardEvent, RewardModifier, RewardType } from './reward-terms.js'
import type { SpendLimitInterval } from './spend-limit.js'

export const Reward = defineEntity({
  name: 'Reward',
  tableName: 'rewards',
  properties: {
    id: p.string().primary(),
    programId: p.string(),
    event: p.string().$type<RewardEvent>(),
    type: p.string().$type<RewardType>(),
    amountInCents: p.integer().nullable(),
    amountInPercentage: p.decimal('number').nullable(),
    /** Months; 0 for the first sale only, null for forever. */
    maxDuration: p.integer().nullable(),
    modifiers: p.json<RewardModifier[]>().nullable(),
    /** Trigger of a referral reward. */
    config: p.json<ReferralConfig>().nullable(),
    description: p.string().nullable(),
    tooltipDescription: p.string().nullable(),
    spendLimitAmount: p.integer().nullable(),
    spendLimitInterval: p.string().$type<SpendLimitInterval>().nullable(),
    /** A deleted reward stays for its commissions. */
    deletedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type Reward = InferEntity<typeof Reward>
