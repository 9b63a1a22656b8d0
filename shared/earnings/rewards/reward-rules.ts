/** Which terms and conditions a reward may have, by its event. */
import type { ReferralConfig } from './reward-input.schema.js'
import type { ConditionOperator, RewardAmount, RewardCondition, RewardEvent, RewardModifier, RewardTerms } from './reward-terms.js'

const textOperators = ['equals_to', 'not_equals', 'starts_with', 'ends_with', 'in', 'not_in'] as const
const orderings = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'] as const
const kinds = {
  text: textOperators,
  choice: ['equals_to', 'not_equals', 'in', 'not_in'],
  number: ['equals_to', 'not_equals', ...orderings],
  date: orderings,
  metadata: ['equals_to', 'not_equals', 'starts_with', 'ends_with', 'contains', 'not_contains', ...orderings],
} as const satisfies Record<string, readonly ConditionOperator[]>
type Kind = keyof typeof kinds

const partnerAttributes = {
  'partner.country': 'choice',
  'partner.totalClicks': 'number',
  'partner.totalLeads': 'number',
  'partner.totalConversions': 'number',
  'partner.totalSaleAmount': 'number',
  'partner.totalCommissions': 'number',
} as const

/** Attributes that conditions may use, by event. Referral rewards have no conditions. */
export const conditionAttributes: Record<RewardEvent, Readonly<Record<string, Kind>>> = {
  click: { 'customer.country': 'choice' },
  lead: { 'customer.country': 'choice', 'customer.source': 'choice', ...partnerAttributes, 'lead.metadata': 'metadata' },
  sale: {
    'customer.country': 'choice',
    'customer.source': 'choice',
    'customer.subscriptionDurationMonths': 'number',
    'customer.subscriptionStartDate': 'date',
    'customer.signupDate': 'date',
    ...partnerAttributes,
    'sale.productId': 'text',
    'sale.amount': 'number',
    'sale.type': 'choice',
    'sale.metadata': 'metadata',
  },
  referral: {},
}

const choices: Readonly<Record<string, readonly string[]>> = {
  'customer.source': ['tracked', 'submitted', 'trial'],
  'sale.type': ['new', 'recurring'],
}

const referralTypes = {
  partnerApproved: 'flat',
  commissionThreshold: 'flat',
  saleRecorded: 'percentage',
  commissionEarned: 'percentage',
} as const satisfies Record<ReferralConfig['trigger'], RewardAmount['type']>

export interface RewardInput extends RewardTerms {
  event: RewardEvent
  config: ReferralConfig | null
  spendLimitAmount: number | null
  spendLimitInterval: string | null
}

/** The first violated rule as a message, or null. */
export function rewardError(reward: RewardInput): string | null {
  return (
    amountError('', reward) ??
    eventError(reward) ??
    ((reward.spendLimitAmount === null) === (reward.spendLimitInterval === null)
      ? null
      : 'Send spendLimitAmount and spendLimitInterval together, or neither.') ??
    (reward.modifiers ?? []).map((modifier, index) => modifierError(reward.event, modifier, `modifiers.${index}.`)).find(Boolean) ??
    null
  )
}

function amountError(path: string, { type, amountInCents, amountInPercentage }: RewardAmount): string | null {
  const [own, other] = type === 'flat' ? [amountInCents, amountInPercentage] : [amountInPercentage, amountInCents]
  const names = type === 'flat' ? (['amountInCents', 'amountInPercentage'] as const) : (['amountInPercentage', 'amountInCents'] as const)
  if (own === null || own === undefined) return `${path}${names[0]} is required for type ${type}.`
  if (other !== null && other !== undefined) return `${path}${names[1]} is not allowed for type ${type}. Send only ${names[0]}.`
  return null
}

function eventError({ event, type, config, modifiers }: RewardInput): string | null {
  if ((event === 'click' || event === 'lead') && type !== 'flat') return `type must be flat for ${event} rewards.`
  if (event !== 'referral') return config === null ? null : 'config is only allowed for referral rewards.'
  if (config === null) return 'config is required for referral rewards.'
  if (modifiers !== null) return 'modifiers are not allowed for referral rewards.'
  if (referralTypes[config.trigger] !== type) return `type must be ${referralTypes[config.trigger]} for the trigger ${config.trigger}.`
  if (config.trigger === 'commissionThreshold' && !config.commissionsThresholdInCents)
    return 'config.commissionsThresholdInCents is required for the trigger commissionThreshold.'
  return null
}

function modifierError(event: RewardEvent, modifier: RewardModifier, path: string): string | null {
  if ((event === 'click' || event === 'lead') && modifier.type !== 'flat') return `${path}type must be flat for ${event} rewards.`
  return (
    amountError(path, modifier) ??
    modifier.conditions.map((condition, index) => conditionError(event, condition, `${path}conditions.${index}.`)).find(Boolean) ??
    null
  )
}

function conditionError(event: RewardEvent, { entity, attribute, operator, value, metadataField }: RewardCondition, path: string) {
  const name = `${entity}.${attribute}`
  const attributes = conditionAttributes[event]
  const kind = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  if (!kind) return `${path}attribute: ${name} cannot be used in ${event} rewards. Use one of: ${Object.keys(attributes).join(', ')}.`
  const operators: readonly ConditionOperator[] = kinds[kind]
  if (!operators.includes(operator)) return `${path}operator: ${operator} cannot be used with ${name}. Use one of: ${operators.join(', ')}.`
  if (kind === 'metadata' && !metadataField?.trim()) return `${path}metadataField is required for the attribute metadata.`
  const expected = expectedValue(kind, operator)
  if (!isValid[expected](value)) return `${path}value must be ${expected} for the operator ${operator}.`
  const allowed = choices[name]
  if (allowed && ![value].flat().every((one) => allowed.includes(String(one)))) return `${path}value must be one of: ${allowed.join(', ')}.`
  return null
}

type Expected = 'a list with at least one value' | 'a number' | 'a text' | 'a text or a number'

function expectedValue(kind: Kind, operator: ConditionOperator): Expected {
  if (operator === 'in' || operator === 'not_in') return 'a list with at least one value'
  if (kind === 'number' || kind === 'date' || (orderings as readonly string[]).includes(operator)) return 'a number'
  return kind === 'metadata' ? 'a text or a number' : 'a text'
}

const isNumber = (value: unknown) => typeof value === 'number'
const isText = (value: unknown) => typeof value === 'string' && value !== ''

const isValid: Record<Expected, (value: unknown) => boolean> = {
  'a list with at least one value': (value) => Array.isArray(value) && value.length > 0,
  'a number': isNumber,
  'a text': isText,
  'a text or a number': (value) => isText(value) || isNumber(value),
}
