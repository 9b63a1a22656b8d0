/** Request and response schemas of rewards. */
import { z } from 'zod'
import { conditionEntities, conditionOperators, rewardEvents, rewardTypes } from './reward-terms.js'
import { spendLimitIntervals } from './spend-limit.js'

export const referralTriggers = ['partnerApproved', 'commissionThreshold', 'saleRecorded', 'commissionEarned'] as const

const maxAmount = 99_999_999
const amountInCents = z.int().min(0).max(maxAmount).nullish().meta({ description: 'Amount in cents, for type `flat`.' })
const amountInPercentage = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, {
    message: 'amountInPercentage may have two decimals at most.',
  })
  .nullish()
  .meta({ description: 'Percentage of the sale, for type `percentage`.' })
const maxDuration = z
  .int()
  .min(0)
  .max(600)
  .nullish()
  .meta({ description: 'Months from the first commission of a customer; 0 for the first sale only, null for forever.' })

const text = z.string().max(1000)
const Condition = z.object({
  entity: z.enum(conditionEntities),
  attribute: z.string().max(100),
  operator: z.enum(conditionOperators),
  value: z.union([text, z.number(), z.array(text).max(250), z.array(z.number()).max(250)]),
  label: z.string().max(200).nullish(),
  metadataField: z.string().max(200).nullish().meta({ description: 'Key of the metadata, for the attribute `metadata`.' }),
})

const Modifier = z.object({
  id: z.string().max(100).optional(),
  operator: z.enum(['AND', 'OR']).default('AND'),
  conditions: z.array(Condition).min(1).max(50),
  type: z.enum(rewardTypes),
  amountInCents,
  amountInPercentage,
  maxDuration,
})

const ReferralConfig = z.object({
  trigger: z.enum(referralTriggers),
  commissionsThresholdInCents: z.int().min(100).max(maxAmount).nullish(),
})
export type ReferralConfig = z.infer<typeof ReferralConfig>

const termFields = {
  type: z.enum(rewardTypes).optional().meta({ description: 'Default: `flat`.' }),
  amountInCents,
  amountInPercentage,
  maxDuration,
  modifiers: z
    .array(Modifier)
    .min(1)
    .max(50)
    .nullish()
    .meta({ description: 'Other terms for events that match conditions; the highest amount wins.' }),
  config: ReferralConfig.nullish().meta({ description: 'Trigger of a referral reward.' }),
  description: z.string().max(100).nullish(),
  tooltipDescription: z.string().max(2000).nullish(),
  spendLimitAmount: z.int().min(1).max(maxAmount).nullish().meta({ description: 'Limit in cents of what the reward pays to a partner.' }),
  spendLimitInterval: z.enum(spendLimitIntervals).nullish(),
}

export const createRewardBodySchema = z.object({
  event: z.enum(rewardEvents),
  ...termFields,
  groupId: z.string().max(100).meta({ description: 'The group whose partners get the reward.' }),
})
export type CreateReward = z.infer<typeof createRewardBodySchema>

export const updateRewardBodySchema = z.object(termFields)
export type UpdateReward = z.infer<typeof updateRewardBodySchema>

export const RewardParams = z.object({ id: z.string().meta({ description: 'Id of the reward.' }) })
export const DeletedReward = z.object({ id: z.string() })

export const RewardSchema = z.object({
  id: z.string(),
  event: z.enum(rewardEvents),
  description: z.string().nullable(),
  tooltipDescription: z.string().nullable(),
  type: z.enum(rewardTypes),
  amountInCents: z.number().nullable(),
  amountInPercentage: z.number().nullable(),
  maxDuration: z.number().nullable(),
  modifiers: z.array(Modifier.extend({ operator: z.enum(['AND', 'OR']) })).nullable(),
  config: ReferralConfig.nullable(),
  spendLimitAmount: z.number().nullable(),
  spendLimitInterval: z.enum(spendLimitIntervals).nullable(),
  updatedAt: z.string(),
})
export type RewardResponse = z.infer<typeof RewardSchema>
