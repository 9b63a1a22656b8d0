/** Terms of rewards: what is paid for an event, under which conditions, for how long. */

export const rewardEvents = ['click', 'lead', 'sale', 'referral'] as const
export type RewardEvent = (typeof rewardEvents)[number]

export const rewardTypes = ['flat', 'percentage'] as const
export type RewardType = (typeof rewardTypes)[number]

export const conditionOperators = [
  'equals_to',
  'not_equals',
  'starts_with',
  'ends_with',
  'contains',
  'not_contains',
  'in',
  'not_in',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
] as const
export type ConditionOperator = (typeof conditionOperators)[number]

export const conditionEntities = ['customer', 'partner', 'sale', 'lead'] as const
export type ConditionEntity = (typeof conditionEntities)[number]

export type ConditionValue = string | number | string[] | number[]

export interface RewardCondition {
  entity: ConditionEntity
  attribute: string
  operator: ConditionOperator
  value: ConditionValue
  label?: string | null | undefined
  /** Key of the metadata, for the attribute `metadata`. */
  metadataField?: string | null | undefined
}

/** Amount of a reward: cents or a percentage with two decimals, depending on the type. */
export interface RewardAmount {
  type: RewardType
  amountInCents?: number | null | undefined
  amountInPercentage?: number | null | undefined
}

/** Other terms for events that match the conditions. */
export interface RewardModifier extends RewardAmount {
  id?: string | undefined
  operator: 'AND' | 'OR'
  conditions: RewardCondition[]
  /** Replaces the duration of the reward; undefined keeps it, null means forever. */
  maxDuration?: number | null | undefined
}

export interface RewardTerms extends RewardAmount {
  /** Months from the first commission; 0 for the first sale only, null for forever. */
  maxDuration: number | null
  modifiers: RewardModifier[] | null
}

/** Terms that apply to one event: the reward's own, or those of the best matching modifier. */
export interface AppliedTerms {
  type: RewardType
  /** Cents, or hundredths of a percent. */
  amount: number
  maxDuration: number | null
}

/** A product of a sale. `amount` is the price of all its items. */
export interface SaleProduct {
  id: string
  amount: number
  quantity: number
}

type Field = string | number | boolean | null | undefined

/** What conditions are evaluated against. An undefined field matches no condition; null is a value. */
export interface RewardContext {
  customer?: Record<string, Field> | undefined
  partner?: Record<string, Field> | undefined
  sale?: (Record<string, unknown> & { metadata?: Record<string, unknown> | null; products?: SaleProduct[] }) | undefined
  lead?: { metadata?: Record<string, unknown> | null } | undefined
}
