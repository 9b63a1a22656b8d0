import test from 'ava'
import fc from 'fast-check'
import { applyModifiers, earningsOfSale, earningsPerEvent, percentOf } from '../../../../shared/earnings/rewards/apply-reward.js'
import type { RewardCondition, RewardContext, RewardModifier, RewardTerms } from '../../../../shared/earnings/rewards/reward-terms.js'

const flat = (amountInCents: number, rest: Partial<RewardTerms> = {}): RewardTerms => ({
  type: 'flat',
  amountInCents,
  maxDuration: null,
  modifiers: null,
  ...rest,
})
const percentage = (amountInPercentage: number, rest: Partial<RewardTerms> = {}): RewardTerms => ({
  ...flat(0, rest),
  type: 'percentage',
  amountInPercentage,
})
const modifier = (amountInCents: number, ...conditions: RewardCondition[]): RewardModifier => ({
  type: 'flat',
  operator: 'AND',
  amountInCents,
  conditions,
})
const is = (entity: RewardCondition['entity'], attribute: string, value: RewardCondition['value']): RewardCondition => ({
  entity,
  attribute,
  operator: 'equals_to',
  value,
})

const leadReward = flat(100, {
  maxDuration: 0,
  modifiers: [modifier(200, is('customer', 'country', 'US')), modifier(300, is('partner', 'country', 'US'))],
})

test('a lead of an American customer earns 300 for an American partner and 200 for another one', (t) => {
  const earned = (country: string) => earningsPerEvent(leadReward, { customer: { country: 'US' }, partner: { country } }, 1)?.earnings
  t.is(earned('US'), 300)
  t.is(earned('SG'), 200)
})

test('a lead that matches no modifier earns the base amount, times the quantity', (t) => {
  t.like(earningsPerEvent(leadReward, {}, 3), { earnings: 300, maxDuration: 0 })
})

const saleReward = flat(1000, {
  modifiers: [
    modifier(3000, is('sale', 'productId', 'premium')),
    modifier(5000, { entity: 'sale', attribute: 'amount', operator: 'greater_than', value: 15_000 }),
    modifier(6500, is('customer', 'country', 'GB')),
    modifier(2000, { entity: 'customer', attribute: 'subscriptionDurationMonths', operator: 'less_than_or_equal', value: 3 }),
    modifier(
      3300,
      { entity: 'customer', attribute: 'signupDate', operator: 'greater_than_or_equal', value: Date.UTC(2026, 0, 1) },
      { entity: 'customer', attribute: 'signupDate', operator: 'less_than', value: Date.UTC(2026, 1, 1) },
    ),
    modifier(9000, is('sale', 'type', 'new')),
    modifier(4200, { entity: 'sale', attribute: 'metadata', metadataField: 'plan', operator: 'equals_to', value: 'annual' }),
  ],
})

const saleCases: [what: string, context: RewardContext, expected: number][] = [
  ['product', { sale: { productId: 'premium', amount: 5000 } }, 3000],
  ['large amount, which beats the product', { sale: { productId: 'premium', amount: 16_000 } }, 5000],
  ['country', { customer: { country: 'GB' }, sale: { amount: 5000 } }, 6500],
  ['subscription of at most three months', { customer: { subscriptionDurationMonths: 3 }, sale: { amount: 5000 } }, 2000],
  ['sign-up in a period', { customer: { signupDate: Date.UTC(2026, 0, 15) }, sale: { amount: 5000 } }, 3300],
  ['first sale', { sale: { type: 'new', amount: 5000 } }, 9000],
  ['metadata', { sale: { amount: 5000, metadata: { plan: 'annual' } } }, 4200],
  ['nothing', { customer: { country: 'US', subscriptionDurationMonths: 4 }, sale: { amount: 15_000, type: 'recurring' } }, 1000],
]
for (const [what, context, expected] of saleCases) {
  test(`a sale that matches by ${what} earns ${expected}`, (t) =>
    t.is(earningsOfSale(saleReward, context, { amount: 5000, quantity: 1 })?.earnings, expected))
}

const percentCases: [amount: number, hundredths: number, expected: number][] = [
  [500, 290, 15],
  [1000, 5000, 500],
  [1, 5000, 1],
  [1, 4999, 0],
  [333, 3333, 111],
  [999, 1250, 125],
  [105, 1000, 11],
  [104, 1000, 10],
  [9_007_199_254_740_991, 10_000, 9_007_199_254_740_991],
  [0, 5000, 0],
]
for (const [amount, hundredths, expected] of percentCases) {
  test(`${hundredths / 100} % of ${amount} is ${expected}`, (t) => t.is(percentOf(amount, hundredths), expected))
}

test('percentages differ from the exact value by half a cent at most, and round halves up', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 10_000 }), (amount, hundredths) => {
        const doubled = (BigInt(percentOf(amount, hundredths)) * 10_000n - BigInt(amount) * BigInt(hundredths)) * 2n
        return doubled > -10_000n && doubled <= 10_000n
      }),
    ),
  )
})

test('a flat sale reward is paid per item, a percentage ignores the quantity', (t) => {
  t.is(earningsOfSale(flat(250), {}, { amount: 5000, quantity: 3 })?.earnings, 750)
  t.is(earningsOfSale(percentage(20), {}, { amount: 5000, quantity: 3 })?.earnings, 1000)
  t.is(earningsOfSale(percentage(2.9), {}, { amount: 500, quantity: 1 })?.earnings, 15)
})

test('a reward without an amount earns nothing', (t) => {
  t.is(applyModifiers(flat(0), {}), null)
  t.is(applyModifiers({ ...flat(0), amountInCents: null }, {}), null)
  t.is(applyModifiers(percentage(0), {}), null)
  t.is(earningsOfSale(percentage(1), {}, { amount: 0, quantity: 1 }), null)
  t.is(applyModifiers(flat(100, { modifiers: [modifier(0, is('customer', 'country', 'US'))] }), { customer: { country: 'US' } }), null)
})

test('the modifier with the highest amount applies, the first one among equals', (t) => {
  const us = is('customer', 'country', 'US')
  const modifiers: RewardModifier[] = [
    { ...modifier(200, us), maxDuration: 1 },
    { ...modifier(400, us), maxDuration: 2 },
    { ...modifier(400, us), maxDuration: 3 },
    { ...modifier(900, is('customer', 'country', 'GB')), maxDuration: 4 },
  ]
  t.deepEqual(applyModifiers(flat(1000, { modifiers }), { customer: { country: 'US' } }), { type: 'flat', amount: 400, maxDuration: 2 })
})

test('cents and percentages are compared as plain numbers', (t) => {
  const us = is('customer', 'country', 'US')
  const modifiers: RewardModifier[] = [modifier(20, us), { ...modifier(0, us), type: 'percentage', amountInPercentage: 20.5 }]
  t.deepEqual(applyModifiers(flat(1, { modifiers }), { customer: { country: 'US' } }), {
    type: 'percentage',
    amount: 2050,
    maxDuration: null,
  })
})

test('a modifier replaces the duration only if it has one, and null means forever', (t) => {
  const us = is('customer', 'country', 'US')
  const durationWith = (one: Partial<RewardModifier>) =>
    applyModifiers(flat(1, { maxDuration: 6, modifiers: [{ ...modifier(2, us), ...one }] }), { customer: { country: 'US' } })?.maxDuration
  t.is(durationWith({}), 6)
  t.is(durationWith({ maxDuration: 0 }), 0)
  t.is(durationWith({ maxDuration: null }), null)
})

const byProduct = percentage(10, {
  maxDuration: 12,
  modifiers: [
    { ...modifier(0, is('sale', 'productId', 'gold')), type: 'percentage', amountInPercentage: 50, maxDuration: 3 },
    modifier(70, is('sale', 'productId', 'gift')),
  ],
})

test('each product of a sale earns by its own terms if a modifier depends on the product', (t) => {
  const products = [
    { id: 'gold', amount: 1000, quantity: 1 },
    { id: 'gift', amount: 100, quantity: 4 },
    { id: 'other', amount: 505, quantity: 1 },
  ]
  t.like(earningsOfSale(byProduct, { sale: { products } }, { amount: 1605, quantity: 1 }), {
    earnings: 500 + 280 + 51,
    maxDuration: 3,
  })
})

test('products do not matter if no modifier depends on the product', (t) => {
  const products = [
    { id: 'a', amount: 5, quantity: 1 },
    { id: 'b', amount: 5, quantity: 1 },
  ]
  t.is(earningsOfSale(percentage(10), { sale: { products } }, { amount: 10, quantity: 1 })?.earnings, 1)
})
