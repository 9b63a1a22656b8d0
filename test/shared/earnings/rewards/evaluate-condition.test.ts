import test from 'ava'
import { matchesCondition, matchesModifier } from '../../../../shared/earnings/rewards/evaluate-condition.js'
import type { ConditionOperator, ConditionValue, RewardContext } from '../../../../shared/earnings/rewards/reward-terms.js'

const met = (field: unknown, operator: ConditionOperator, value: ConditionValue) =>
  matchesCondition({ entity: 'customer', attribute: 'country', operator, value }, { customer: { country: field as string } })

const metMetadata = (field: unknown, operator: ConditionOperator, value: ConditionValue) =>
  matchesCondition(
    { entity: 'sale', attribute: 'metadata', metadataField: 'plan', operator, value },
    { sale: { metadata: { plan: field, other: 'x' } } },
  )

type Row = [field: unknown, operator: ConditionOperator, value: ConditionValue, expected: boolean]

const fieldRows: Row[] = [
  ['US', 'equals_to', 'US', true],
  ['US', 'equals_to', 'us', false],
  [5, 'equals_to', 5, true],
  [5, 'equals_to', '5', false],
  [null, 'equals_to', 'US', false],
  ['US', 'not_equals', 'US', false],
  ['SG', 'not_equals', 'US', true],
  [null, 'not_equals', 'US', true],
  ['5', 'not_equals', 5, true],
  ['prod_pro', 'starts_with', 'prod_', true],
  ['prod_pro', 'starts_with', 'Prod_', false],
  ['prod_pro', 'starts_with', '', false],
  [5, 'starts_with', '5', false],
  [null, 'starts_with', 'a', false],
  ['prod_pro', 'ends_with', '_pro', true],
  ['prod_pro', 'ends_with', '_Pro', false],
  ['prod_pro', 'ends_with', '', false],
  ['prod_pro', 'contains', ' d_p ', true],
  ['prod_pro', 'contains', 'D_P', false],
  ['prod_pro', 'contains', '   ', false],
  ['prod_pro', 'not_contains', 'max', true],
  ['prod_pro', 'not_contains', 'pro', false],
  ['prod_pro', 'not_contains', ' ', false],
  ['US', 'in', ['US', 'GB'], true],
  ['SG', 'in', ['US', 'GB'], false],
  ['US', 'in', 'US', false],
  ['US', 'in', [], false],
  [3, 'in', [1, 2, 3], true],
  [3, 'in', ['3'], false],
  ['SG', 'not_in', ['US', 'GB'], true],
  ['US', 'not_in', ['US', 'GB'], false],
  ['SG', 'not_in', [], false],
  ['SG', 'not_in', 'US', false],
  [null, 'not_in', ['US'], true],
  [16_000, 'greater_than', 15_000, true],
  [15_000, 'greater_than', 15_000, false],
  [15_000, 'greater_than_or_equal', 15_000, true],
  [14_999, 'greater_than_or_equal', 15_000, false],
  [14_999, 'less_than', 15_000, true],
  [15_000, 'less_than', 15_000, false],
  [15_000, 'less_than_or_equal', 15_000, true],
  [15_001, 'less_than_or_equal', 15_000, false],
  ['16', 'greater_than', '9', true],
  ['many', 'greater_than', 1, false],
  ['many', 'less_than', 1, false],
  [5, 'greater_than', 'few', false],
]

for (const [field, operator, value, expected] of fieldRows) {
  test(`${JSON.stringify(field)} ${operator} ${JSON.stringify(value)} is ${expected}`, (t) => t.is(met(field, operator, value), expected))
}

const metadataRows: Row[] = [
  ['pro', 'equals_to', 'pro', true],
  ['pro', 'equals_to', 'Pro', false],
  ['7', 'equals_to', 7, true],
  [7, 'equals_to', '7', true],
  ['seven', 'equals_to', 7, false],
  [true, 'equals_to', 'true', true],
  [null, 'equals_to', 'null', false],
  ['7', 'not_equals', 7, false],
  ['seven', 'not_equals', 7, true],
  [null, 'not_equals', 'pro', true],
  [120, 'starts_with', '12', true],
  [120, 'ends_with', '20', true],
  [['a', 'b'], 'contains', '"b"', true],
  [{ a: 1 }, 'contains', '"a"', true],
  ['monthly plan', 'contains', ' plan ', true],
  ['monthly plan', 'not_contains', 'year', true],
  [null, 'contains', 'x', false],
  [null, 'not_contains', 'x', true],
  ['12.5', 'greater_than', 12, true],
  [' 12 ', 'greater_than_or_equal', 12, true],
  ['', 'less_than', 1, false],
  ['  ', 'less_than', 1, false],
  [true, 'less_than', 5, false],
  [[1], 'less_than', 5, false],
  [null, 'less_than_or_equal', 5, false],
  ['abc', 'less_than', 5, false],
]

for (const [field, operator, value, expected] of metadataRows) {
  test(`metadata ${JSON.stringify(field)} ${operator} ${JSON.stringify(value)} is ${expected}`, (t) =>
    t.is(metMetadata(field, operator, value), expected))
}

test('a missing field, entity or metadata field meets no condition', (t) => {
  const operators: [ConditionOperator, ConditionValue][] = [
    ['equals_to', 'x'],
    ['not_equals', 'x'],
    ['not_in', ['x']],
    ['not_contains', 'x'],
    ['less_than', 5],
  ]
  const contexts: RewardContext[] = [{}, { sale: {} }, { sale: { metadata: null } }, { sale: { metadata: { other: 1 } } }]
  for (const [operator, value] of operators) {
    t.false(met(undefined, operator, value), operator)
    for (const context of contexts) {
      t.false(
        matchesCondition({ entity: 'sale', attribute: 'metadata', metadataField: 'plan', operator, value }, context),
        `${operator} ${JSON.stringify(context)}`,
      )
    }
  }
})

test('inherited properties are not fields', (t) => {
  t.false(matchesCondition({ entity: 'sale', attribute: 'constructor', operator: 'not_equals', value: 'x' }, { sale: {} }))
  t.false(
    matchesCondition(
      { entity: 'lead', attribute: 'metadata', metadataField: 'toString', operator: 'not_equals', value: 'x' },
      { lead: { metadata: {} } },
    ),
  )
})

test('AND needs all conditions, OR needs one', (t) => {
  const context = { customer: { country: 'US' }, sale: { amount: 100 } }
  const country = (value: string) => ({ entity: 'customer' as const, attribute: 'country', operator: 'equals_to' as const, value })
  const amount = { entity: 'sale' as const, attribute: 'amount', operator: 'greater_than' as const, value: 50 }
  t.true(matchesModifier({ operator: 'AND', conditions: [country('US'), amount] }, context))
  t.false(matchesModifier({ operator: 'AND', conditions: [country('SG'), amount] }, context))
  t.true(matchesModifier({ operator: 'OR', conditions: [country('SG'), amount] }, context))
  t.false(matchesModifier({ operator: 'OR', conditions: [country('SG'), country('GB')] }, context))
})
