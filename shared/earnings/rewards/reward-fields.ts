import { requireFeature, type WorkspaceScope } from '../../accounts/index.js'
import { rewardInvalid } from '../errors.js'
import type { UpdateReward } from './reward-input.schema.js'
import { rewardError } from './reward-rules.js'
import type { RewardEvent } from './reward-terms.js'
import type { Reward } from './reward.entity.js'

export type RewardFields = { [Name in keyof UpdateReward]-?: Exclude<Reward[Name], undefined> }

const emptyFields: RewardFields = {
  type: 'flat',
  amountInCents: null,
  amountInPercentage: null,
  maxDuration: null,
  modifiers: null,
  config: null,
  description: null,
  tooltipDescription: null,
  spendLimitAmount: null,
  spendLimitInterval: null,
}
const fieldNames = Object.keys(emptyFields) as (keyof RewardFields)[]

/**
 * The fields of a reward after a change: omitted ones keep their values. Throws if they do not fit the event or the plan. Click and lead
 * rewards are paid once.
 */
export function rewardFields(
  { workspace }: WorkspaceScope,
  event: RewardEvent,
  input: UpdateReward,
  existing: Pick<Reward, keyof UpdateReward> = emptyFields,
): RewardFields {
  const fields = Object.fromEntries(
    fieldNames.map((name) => [name, input[name] === undefined ? (existing[name] ?? emptyFields[name]) : input[name]]),
  ) as RewardFields
  // A new type replaces the amount of the former one.
  if (input.type === 'percentage' && input.amountInCents === undefined) fields.amountInCents = null
  if (input.type === 'flat' && input.amountInPercentage === undefined) fields.amountInPercentage = null
  const isOnce = event === 'click' || event === 'lead'
  const result = isOnce ? { ...fields, maxDuration: 0 } : fields
  const error = rewardError({ event, ...result })
  if (error) throw rewardInvalid(error)
  if (result.modifiers) requireFeature(workspace, 'advancedRewards')
  if (event === 'referral') requireFeature(workspace, 'referralRewards')
  if (result.spendLimitAmount !== null) requireFeature(workspace, 'rewardSpendLimit')
  return result
}
