/** Which conditions a reward may have, by its event, and how their values are written. */
import type { Input, Output } from '../../api-client.js'

export type Reward = Output<'listRewards'>[number]
export type RewardEvent = Reward['event']
export type Modifier = NonNullable<Reward['modifiers']>[number]
export type Condition = Modifier['conditions'][number]
export type Operator = Condition['operator']
export type RewardBody = NonNullable<Input<'createReward'>['body']>

/** `money` is a number of cents, `date` a number of milliseconds. */
export type Kind = 'text' | 'choice' | 'number' | 'money' | 'date' | 'metadata'

export interface Attribute {
  /** Entity and attribute, as `customer.country`. */
  name: string
  label: string
  kind: Kind
  choices?: string[]
}

const country: Attribute = { name: 'customer.country', label: 'country of the customer', kind: 'choice' }
const source: Attribute = {
  name: 'customer.source',
  label: 'source of the customer',
  kind: 'choice',
  choices: ['tracked', 'submitted', 'trial'],
}
const partner: Attribute[] = [
  { name: 'partner.country', label: 'country of the partner', kind: 'choice' },
  { name: 'partner.totalClicks', label: 'clicks of the partner', kind: 'number' },
  { name: 'partner.totalLeads', label: 'leads of the partner', kind: 'number' },
  { name: 'partner.totalConversions', label: 'conversions of the partner', kind: 'number' },
  { name: 'partner.totalSaleAmount', label: 'revenue of the partner', kind: 'money' },
  { name: 'partner.totalCommissions', label: 'commissions of the partner', kind: 'money' },
]

export const attributes: Record<RewardEvent, Attribute[]> = {
  click: [country],
  lead: [country, source, ...partner, { name: 'lead.metadata', label: 'metadata of the lead', kind: 'metadata' }],
  sale: [
    { name: 'sale.amount', label: 'amount of the sale', kind: 'money' },
    { name: 'sale.productId', label: 'product of the sale', kind: 'text' },
    { name: 'sale.type', label: 'kind of the sale', kind: 'choice', choices: ['new', 'recurring'] },
    { name: 'sale.metadata', label: 'metadata of the sale', kind: 'metadata' },
    country,
    source,
    { name: 'customer.subscriptionDurationMonths', label: 'months of the subscription', kind: 'number' },
    { name: 'customer.subscriptionStartDate', label: 'start of the subscription', kind: 'date' },
    { name: 'customer.signupDate', label: 'sign-up of the customer', kind: 'date' },
    ...partner,
  ],
  referral: [],
}

const orderings: Operator[] = ['greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal']
export const operatorsOf: Record<Kind, Operator[]> = {
  text: ['equals_to', 'not_equals', 'starts_with', 'ends_with', 'in', 'not_in'],
  choice: ['equals_to', 'not_equals', 'in', 'not_in'],
  number: ['equals_to', 'not_equals', ...orderings],
  money: ['equals_to', 'not_equals', ...orderings],
  date: orderings,
  metadata: ['equals_to', 'not_equals', 'starts_with', 'ends_with', 'contains', 'not_contains', ...orderings],
}

export const operatorNames: Record<Operator, string> = {
  equals_to: 'is',
  not_equals: 'is not',
  starts_with: 'begins with',
  ends_with: 'ends with',
  contains: 'contains',
  not_contains: 'does not contain',
  in: 'is one of',
  not_in: 'is none of',
  greater_than: 'is more than',
  greater_than_or_equal: 'is at least',
  less_than: 'is less than',
  less_than_or_equal: 'is at most',
}

export const isList = (operator: Operator) => operator === 'in' || operator === 'not_in'
const isOrdering = (operator: Operator) => orderings.includes(operator)

export const attributeOf = (event: RewardEvent, { entity, attribute }: Pick<Condition, 'entity' | 'attribute'>): Attribute | undefined =>
  attributes[event].find(({ name }) => name === `${entity}.${attribute}`)

/** The text of a field as the value of a condition. */
export function parseValue(kind: Kind, operator: Operator, text: string): Condition['value'] {
  if (isList(operator))
    return text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  if (kind === 'money') return Math.round(Number(text) * 100)
  if (kind === 'date') return new Date(text).getTime()
  if (kind === 'number' || (kind === 'metadata' && isOrdering(operator))) return Number(text)
  return text
}

/** The value of a condition as the text of a field. */
export function printValue(kind: Kind, value: Condition['value']): string {
  if (Array.isArray(value)) return value.join(', ')
  if (kind === 'money') return String(Number(value) / 100)
  if (kind === 'date') return new Date(Number(value)).toISOString().slice(0, 10)
  return String(value)
}

export const spendIntervals = { allTime: 'in total', day: 'a day', week: 'a week', month: 'a month' } as const
export const triggers = {
  partnerApproved: 'when a referred partner is approved',
  commissionThreshold: 'when a referred partner has earned an amount',
  saleRecorded: 'of each sale of a referred partner',
  commissionEarned: 'of each commission of a referred partner',
} as const
export type Trigger = keyof typeof triggers
/** Triggers that pay a percentage; the others pay a flat amount. */
export const isPercentTrigger = (trigger: Trigger) => trigger === 'saleRecorded' || trigger === 'commissionEarned'
