/** A reward while it is edited: all values are texts of fields. */
import {
  isPercentTrigger,
  attributes,
  attributeOf,
  parseValue,
  printValue,
  type Condition,
  type Modifier,
  type Operator,
  type Reward,
  type RewardBody,
  type RewardEvent,
  type Trigger,
} from './terms.js'

export interface AmountDraft {
  type: 'flat' | 'percentage'
  /** Dollars or percent. */
  amount: string
  /** Months; `first` for the first sale, `forever`, or `same` as the reward, for conditions only. */
  duration: string
}

export interface ConditionDraft {
  /** As `customer.country`. */
  attribute: string
  operator: Operator
  value: string
  metadataField: string
  /** What the stored condition calls its value. */
  stored?: Pick<ConditionDraft, 'attribute' | 'value' | 'metadataField'> & { label: string }
}

export interface ModifierDraft extends AmountDraft {
  key: number
  operator: 'AND' | 'OR'
  conditions: ConditionDraft[]
}

export interface RewardDraft extends AmountDraft {
  event: RewardEvent
  groupId: string
  description: string
  tooltipDescription: string
  trigger: Trigger
  threshold: string
  spendLimit: string
  spendLimitInterval: 'allTime' | 'day' | 'week' | 'month'
  modifiers: ModifierDraft[]
}

let lastKey = 0
export const newKey = () => ++lastKey

export const newCondition = (event: RewardEvent): ConditionDraft => ({
  attribute: attributes[event][0]?.name ?? '',
  operator: event === 'sale' ? 'greater_than_or_equal' : 'equals_to',
  value: '',
  metadataField: '',
})

export const newModifier = ({ event, type }: RewardDraft): ModifierDraft => ({
  key: newKey(),
  operator: 'AND',
  type,
  amount: '',
  duration: 'same',
  conditions: [newCondition(event)],
})

export const emptyDraft = (groupId: string): RewardDraft => ({
  event: 'sale',
  groupId,
  type: 'percentage',
  amount: '20',
  duration: 'forever',
  description: '',
  tooltipDescription: '',
  trigger: 'partnerApproved',
  threshold: '',
  spendLimit: '',
  spendLimitInterval: 'month',
  modifiers: [],
})

const durationOf = (maxDuration: number | null | undefined): string => {
  if (maxDuration === undefined) return 'same'
  if (maxDuration === null) return 'forever'
  return maxDuration === 0 ? 'first' : String(maxDuration)
}

const amountOf = ({ type, amountInCents, amountInPercentage }: Omit<Modifier, 'conditions' | 'operator'>): string =>
  String(type === 'flat' ? (amountInCents ?? 0) / 100 : (amountInPercentage ?? 0))

export const draftOf = (reward: Reward): RewardDraft => ({
  ...emptyDraft(''),
  event: reward.event,
  type: reward.type,
  amount: amountOf(reward),
  duration: durationOf(reward.maxDuration),
  description: reward.description ?? '',
  tooltipDescription: reward.tooltipDescription ?? '',
  trigger: reward.config?.trigger ?? 'partnerApproved',
  threshold: reward.config?.commissionsThresholdInCents ? String(reward.config.commissionsThresholdInCents / 100) : '',
  spendLimit: reward.spendLimitAmount === null ? '' : String(reward.spendLimitAmount / 100),
  spendLimitInterval: reward.spendLimitInterval ?? 'month',
  modifiers: (reward.modifiers ?? []).map((modifier) => ({
    key: newKey(),
    operator: modifier.operator,
    type: modifier.type,
    amount: amountOf(modifier),
    duration: durationOf(modifier.maxDuration),
    conditions: modifier.conditions.map((condition) => conditionDraft(reward.event, condition)),
  })),
})

function conditionDraft(event: RewardEvent, condition: Condition): ConditionDraft {
  const compared = {
    attribute: `${condition.entity}.${condition.attribute}`,
    value: printValue(attributeOf(event, condition)?.kind ?? 'text', condition.value),
    metadataField: condition.metadataField ?? '',
  }
  return { ...compared, operator: condition.operator, ...(condition.label ? { stored: { ...compared, label: condition.label } } : {}) }
}

const amountFields = ({ type, amount }: AmountDraft) =>
  type === 'flat'
    ? { type, amountInCents: Math.round(Number(amount) * 100), amountInPercentage: null }
    : { type, amountInPercentage: Number(amount), amountInCents: null }

const monthsOf = (duration: string): number | null => {
  if (duration === 'forever') return null
  return duration === 'first' ? 0 : Number(duration)
}

/** The terms as the service takes them, without event and group. */
export function termsOf(draft: RewardDraft): Omit<RewardBody, 'event' | 'groupId'> {
  const { event, duration, description, tooltipDescription, spendLimit, spendLimitInterval, modifiers } = draft
  const isReferral = event === 'referral'
  return {
    ...amountFields(isReferral ? { ...draft, type: isPercentTrigger(draft.trigger) ? 'percentage' : 'flat' } : draft),
    maxDuration: event === 'sale' ? monthsOf(duration) : null,
    modifiers: isReferral || modifiers.length === 0 ? null : modifiers.map((modifier) => modifierOf(event, modifier)),
    config: isReferral ? configOf(draft) : null,
    description: description.trim() || null,
    tooltipDescription: tooltipDescription.trim() || null,
    spendLimitAmount: spendLimit === '' ? null : Math.round(Number(spendLimit) * 100),
    spendLimitInterval: spendLimit === '' ? null : spendLimitInterval,
  }
}

const configOf = ({ trigger, threshold }: RewardDraft) => ({
  trigger,
  ...(trigger === 'commissionThreshold' ? { commissionsThresholdInCents: Math.round(Number(threshold) * 100) } : {}),
})

const modifierOf = (event: RewardEvent, modifier: ModifierDraft): Modifier => ({
  operator: modifier.operator,
  ...amountFields(modifier),
  ...(modifier.duration === 'same' || event !== 'sale' ? {} : { maxDuration: monthsOf(modifier.duration) }),
  conditions: modifier.conditions.map((condition) => conditionOf(event, condition)),
})

/** The label belongs to the value that it was stored with. */
const labelOf = ({ attribute, value, metadataField, stored }: ConditionDraft) =>
  stored && stored.attribute === attribute && stored.value === value && stored.metadataField === metadataField
    ? { label: stored.label }
    : {}

function conditionOf(event: RewardEvent, condition: ConditionDraft): Condition {
  const { attribute: name, operator, value, metadataField } = condition
  const [entity = 'customer', attribute = ''] = name.split('.')
  const kind = attributes[event].find((one) => one.name === name)?.kind ?? 'text'
  return {
    entity: entity as Condition['entity'],
    attribute,
    operator,
    value: parseValue(kind, operator, value),
    ...(kind === 'metadata' ? { metadataField } : {}),
    ...labelOf(condition),
  }
}
