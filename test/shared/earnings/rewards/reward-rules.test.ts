import test from 'ava'
import { conditionAttributes, rewardError, type RewardInput } from '../../../../shared/earnings/rewards/reward-rules.js'
import { conditionOperators, type RewardCondition, type RewardEvent } from '../../../../shared/earnings/rewards/reward-terms.js'

const input = (changes: Partial<RewardInput>): RewardInput => ({
  event: 'sale',
  type: 'flat',
  amountInCents: 100,
  amountInPercentage: null,
  maxDuration: null,
  modifiers: null,
  config: null,
  spendLimitAmount: null,
  spendLimitInterval: null,
  ...changes,
})
const percentage = { type: 'percentage', amountInCents: null, amountInPercentage: 10 } as const
const withCondition = (event: RewardEvent, condition: Partial<RewardCondition>) =>
  input({
    event,
    modifiers: [
      {
        operator: 'AND',
        type: 'flat',
        amountInCents: 5,
        conditions: [{ entity: 'customer', attribute: 'country', operator: 'equals_to', value: 'US', ...condition }],
      },
    ],
  })

const cases: [what: string, reward: RewardInput, expected: string | null][] = [
  ['a flat sale reward', input({}), null],
  ['a percentage of the sale', input(percentage), null],
  ['an amount of 0', input({ amountInCents: 0 }), null],
  ['no amount', input({ amountInCents: null }), 'amountInCents is required for type flat.'],
  ['both amounts', input({ amountInPercentage: 5 }), 'amountInPercentage is not allowed for type flat. Send only amountInCents.'],
  [
    'the amount of the other type',
    input({ ...percentage, amountInPercentage: null, amountInCents: 5 }),
    'amountInPercentage is required for type percentage.',
  ],
  ['a percentage for a lead', input({ event: 'lead', ...percentage }), 'type must be flat for lead rewards.'],
  ['a percentage for a click', input({ event: 'click', ...percentage }), 'type must be flat for click rewards.'],
  ['a spend limit without interval', input({ spendLimitAmount: 5 }), 'Send spendLimitAmount and spendLimitInterval together, or neither.'],
  ['a complete spend limit', input({ spendLimitAmount: 5, spendLimitInterval: 'day' }), null],
  ['config for a sale', input({ config: { trigger: 'partnerApproved' } }), 'config is only allowed for referral rewards.'],
  ['a referral reward without config', input({ event: 'referral' }), 'config is required for referral rewards.'],
  [
    'a flat referral reward per sale',
    input({ event: 'referral', config: { trigger: 'saleRecorded' } }),
    'type must be percentage for the trigger saleRecorded.',
  ],
  [
    'a percentage of an approval',
    input({ event: 'referral', ...percentage, config: { trigger: 'partnerApproved' } }),
    'type must be flat for the trigger partnerApproved.',
  ],
  ['a percentage of earnings', input({ event: 'referral', ...percentage, config: { trigger: 'commissionEarned' } }), null],
  [
    'a threshold without amount',
    input({ event: 'referral', config: { trigger: 'commissionThreshold' } }),
    'config.commissionsThresholdInCents is required for the trigger commissionThreshold.',
  ],
  ['a threshold', input({ event: 'referral', config: { trigger: 'commissionThreshold', commissionsThresholdInCents: 100 } }), null],
  [
    'a product in a lead reward',
    withCondition('lead', { entity: 'sale', attribute: 'productId' }),
    `modifiers.0.conditions.0.attribute: sale.productId cannot be used in lead rewards. Use one of: ${Object.keys(conditionAttributes.lead).join(', ')}.`,
  ],
  [
    'an ordering of countries',
    withCondition('sale', { operator: 'greater_than' }),
    'modifiers.0.conditions.0.operator: greater_than cannot be used with customer.country. Use one of: equals_to, not_equals, in, not_in.',
  ],
  [
    'a list without values',
    withCondition('sale', { operator: 'in', value: [] }),
    'modifiers.0.conditions.0.value must be a list with at least one value for the operator in.',
  ],
  [
    'a text for a number',
    withCondition('sale', { entity: 'sale', attribute: 'amount', operator: 'greater_than', value: '5' }),
    'modifiers.0.conditions.0.value must be a number for the operator greater_than.',
  ],
  [
    'metadata without a field',
    withCondition('sale', { entity: 'sale', attribute: 'metadata' }),
    'modifiers.0.conditions.0.metadataField is required for the attribute metadata.',
  ],
  [
    'an unknown kind of sale',
    withCondition('sale', { entity: 'sale', attribute: 'type', value: 'first' }),
    'modifiers.0.conditions.0.value must be one of: new, recurring.',
  ],
]
for (const [what, reward, expected] of cases) {
  test(`${what} is ${expected === null ? 'accepted' : 'refused with its reason'}`, (t) => t.is(rewardError(reward), expected))
}

test('an inherited name is no attribute', (t) =>
  t.regex(rewardError(withCondition('sale', { attribute: 'constructor' })) ?? '', /customer\.constructor cannot be used/))

test('every attribute accepts some operator and refuses another', (t) => {
  for (const [event, attributes] of Object.entries(conditionAttributes) as [RewardEvent, Record<string, string>][]) {
    if (event === 'click' || event === 'referral') continue
    for (const name of Object.keys(attributes)) {
      const [entity, attribute] = name.split('.') as [RewardCondition['entity'], string]
      const results = new Set(
        conditionOperators.map((operator) =>
          [5, 'new', 'tracked', 'US', ['US'], ['new'], ['tracked']].some(
            (value) => rewardError(withCondition(event, { entity, attribute, operator, value, metadataField: 'plan' })) === null,
          ),
        ),
      )
      t.true(results.has(true) && results.has(false), `${event} ${name}`)
    }
  }
})
