/** Random terms of rewards, and what they pay for an event, as the reference describes it. */
import type { Random } from '../shop/random.js'
import type { Metadata } from './world.js'

export type Amount = { cents: number } | { percentage: number }
type Interval = 'day' | 'month' | 'allTime'

export interface Reward {
  id: string
  event: 'lead' | 'sale'
  amount: Amount
  modifiers: Modifier[]
  /** Months; 0 for the first sale only, null for forever. */
  maxDuration: number | null
  limit: { amount: number; interval: Interval } | null
}

interface Modifier {
  amount: Amount
  operator: 'AND' | 'OR'
  conditions: Condition[]
  /** Undefined: that of the reward. */
  maxDuration: number | null | undefined
}

/** A lead or a sale, as conditions see it. */
export interface Facts {
  country: string | null
  metadata: Metadata
  /** Cents; 0 for a lead. */
  amount: number
  /** Whether the partner has earned by a sale of the customer before. */
  isRecurring: boolean
}

/** What the API gets, and what it means. */
interface Condition {
  body: { entity: string; attribute: string; operator: string; value: unknown; metadataField?: string }
  isMet(facts: Facts): boolean
}

const customerCountry = (operator: string, value: unknown, isMet: (country: string | null) => boolean): Condition => ({
  body: { entity: 'customer', attribute: 'country', operator, value },
  isMet: ({ country }) => isMet(country),
})
const metadataOf = (entity: string, metadataField: string, operator: string, value: unknown, isMet: Condition['isMet']): Condition => ({
  body: { entity, attribute: 'metadata', metadataField, operator, value },
  isMet,
})

const commonConditions = (event: 'lead' | 'sale'): Condition[] => [
  customerCountry('equals_to', 'DE', (country) => country === 'DE'),
  customerCountry('not_equals', 'US', (country) => country !== 'US'),
  customerCountry('in', ['US', 'JP'], (country) => country === 'US' || country === 'JP'),
  metadataOf(event, 'plan', 'equals_to', 'pro', ({ metadata }) => metadata?.plan === 'pro'),
  metadataOf(event, 'plan', 'starts_with', 'fr', ({ metadata }) => String(metadata?.plan ?? '').startsWith('fr')),
  metadataOf(event, 'seats', 'greater_than', 5, ({ metadata }) => Number(metadata?.seats ?? 0) > 5),
]
const saleConditions: Condition[] = [
  { body: { entity: 'sale', attribute: 'amount', operator: 'greater_than', value: 30_000 }, isMet: ({ amount }) => amount > 30_000 },
  { body: { entity: 'sale', attribute: 'type', operator: 'equals_to', value: 'recurring' }, isMet: ({ isRecurring }) => isRecurring },
  { body: { entity: 'sale', attribute: 'type', operator: 'equals_to', value: 'new' }, isMet: ({ isRecurring }) => !isRecurring },
  {
    body: { entity: 'sale', attribute: 'productId', operator: 'ends_with', value: '-max' },
    isMet: ({ metadata }) => String(metadata?.productId ?? '').endsWith('-max'),
  },
]
const conditionsFor = { lead: commonConditions('lead'), sale: [...commonConditions('sale'), ...saleConditions] }

const newAmount = (random: Random, event: Reward['event']): Amount =>
  event === 'lead' || random.bool(0.4)
    ? { cents: random.pick([1, 200, 500, 1999]) }
    : { percentage: random.pick([1, 10, 12.5, 33.33, 100]) }

function newModifier(random: Random, event: Reward['event']): Modifier {
  const [first, second] = [random.pick(conditionsFor[event]), random.pick(conditionsFor[event])]
  return {
    amount: newAmount(random, event),
    operator: random.pick(['AND', 'OR']),
    conditions: random.bool(0.5) ? [first] : [first, second],
    maxDuration: event === 'sale' && random.bool(0.3) ? random.pick([0, 2, null]) : undefined,
  }
}

export const newTerms = (random: Random, { id, event }: Pick<Reward, 'id' | 'event'>): Reward => ({
  id,
  event,
  amount: newAmount(random, event),
  modifiers: Array.from({ length: random.pick([0, 0, 1, 2]) }, () => newModifier(random, event)),
  maxDuration: event === 'lead' ? 0 : random.pick([null, null, null, 0, 2, 12]),
  limit: random.bool(0.25) ? { amount: random.pick([300, 1500, 20_000]), interval: random.pick(['day', 'month', 'allTime']) } : null,
})

const amountBody = (amount: Amount) =>
  'cents' in amount ? { type: 'flat', amountInCents: amount.cents } : { type: 'percentage', amountInPercentage: amount.percentage }

/** As the API takes the terms. */
export const termsBody = ({ event, amount, modifiers, maxDuration, limit }: Reward) => ({
  ...amountBody(amount),
  ...(event === 'sale' ? { maxDuration } : {}),
  modifiers:
    modifiers.length === 0
      ? null
      : modifiers.map((one) => ({
          ...amountBody(one.amount),
          operator: one.operator,
          conditions: one.conditions.map(({ body }) => body),
          ...(one.maxDuration === undefined ? {} : { maxDuration: one.maxDuration }),
        })),
  spendLimitAmount: limit?.amount ?? null,
  spendLimitInterval: limit?.interval ?? null,
})

const numberOf = (amount: Amount) => ('cents' in amount ? amount.cents : amount.percentage)

export function halfUp(dividend: number, divisor: number): number {
  const rest = dividend % divisor
  return (dividend - rest) / divisor + (rest * 2 >= divisor ? 1 : 0)
}

/** The matching modifier with the highest number applies, the first one among equals, or else the reward itself. */
export function payFor(reward: Reward, facts: Facts, quantity: number): { earnings: number; maxDuration: number | null } {
  const isMet = ({ operator, conditions }: Modifier) =>
    operator === 'OR' ? conditions.some((one) => one.isMet(facts)) : conditions.every((one) => one.isMet(facts))
  const matching = reward.modifiers.filter(isMet)
  const highest = Math.max(...matching.map(({ amount }) => numberOf(amount)))
  const modifier = matching.find(({ amount }) => numberOf(amount) === highest)
  const { amount } = modifier ?? reward
  const earnings = 'cents' in amount ? amount.cents * quantity : halfUp(facts.amount * Math.round(amount.percentage * 100), 10_000)
  return { earnings, maxDuration: modifier?.maxDuration === undefined ? reward.maxDuration : modifier.maxDuration }
}

/** The part of time to which a limit applies. */
export const windowOf = (interval: Interval, at: number): string =>
  interval === 'allTime' ? '' : new Date(at).toISOString().slice(0, interval === 'month' ? 7 : 10)

/** Whole months between two times; from the 31st, the last day of a shorter month completes one. */
export function monthsBetween(from: number, to: number): number {
  let count = 0
  while (addMonths(from, count + 1) <= to) count++
  return count
}

function addMonths(from: number, count: number): number {
  const date = new Date(from)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (from % 86_400_000)
}
