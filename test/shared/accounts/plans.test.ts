import test from 'ava'
import {
  type Feature,
  features,
  limitColumns,
  planHas,
  planIsOneOf,
  planLimits,
  planRates,
  planTier,
  planTiers,
  plans,
  plansWith,
  rateOf,
  requireFeature,
  unlimited,
} from '../../../shared/accounts/index.js'
import type { ServiceError } from '../../../shared/kernel/errors.js'

const now = new Date('2026-03-01T00:00:00Z')
const later = new Date('2026-03-02T00:00:00Z')
const earlier = new Date('2026-02-28T00:00:00Z')

const tiers: [plan: string, tier: string][] = [
  ['free', 'free'],
  ['pro', 'pro'],
  ['business', 'business'],
  ['business plus', 'business'],
  ['business extra', 'business'],
  ['business max', 'business'],
  ['advanced', 'advanced'],
  ['enterprise', 'enterprise'],
  ['Business Plus', 'business'],
  ['ENTERPRISE', 'enterprise'],
  ['platinum', 'free'],
  ['', 'free'],
]
for (const [plan, tier] of tiers) test(`plan "${plan}" belongs to the tier ${tier}`, (t) => t.is(planTier(plan) as string, tier))

const rates: [plan: string, perMinute: number, analyticsPerSecond: number][] = [
  ['free', 60, 0],
  ['pro', 600, 2],
  ['business', 1200, 4],
  ['business plus', 1200, 4],
  ['business extra', 1200, 4],
  ['business max', 1200, 4],
  ['advanced', 3000, 8],
  ['enterprise', 3000, 16],
]
for (const [plan, perMinute, perSecond] of rates) {
  test(`plan ${plan} allows ${perMinute} requests per minute and ${perSecond} analytics requests per second`, (t) => {
    t.deepEqual(rateOf({ plan, trialEndsAt: null }, 'api', now), { requests: perMinute, windowMs: 60_000 })
    t.deepEqual(rateOf({ plan, trialEndsAt: earlier }, 'analytics', now), { requests: perSecond, windowMs: 1000 })
  })
  test(`an active trial on plan ${plan} allows 120 requests per minute and 2 analytics requests per second`, (t) => {
    t.deepEqual(rateOf({ plan, trialEndsAt: later }, 'api', now), { requests: 120, windowMs: 60_000 })
    t.deepEqual(rateOf({ plan, trialEndsAt: later }, 'analytics', now), { requests: 2, windowMs: 1000 })
  })
}

test('a trial has ended at its end instant', (t) => t.is(rateOf({ plan: 'pro', trialEndsAt: now }, 'api', now).requests, 600))
test('without a workspace the rate of plan free applies', (t) => t.is(rateOf(null, 'api', now), planRates.free.api))

test('a new workspace takes its limits from its plan', (t) => {
  t.deepEqual(limitColumns('free'), {
    linksLimit: 25,
    usageLimit: 1000,
    domainsLimit: 3,
    tagsLimit: 5,
    foldersLimit: 0,
    usersLimit: 1,
    partnersLimit: 0,
    groupsLimit: 0,
    partnerTagsLimit: 0,
  })
  t.deepEqual(limitColumns('business max'), {
    linksLimit: 10_000,
    usageLimit: 250_000,
    domainsLimit: 100,
    tagsLimit: unlimited,
    foldersLimit: 20,
    usersLimit: 10,
    partnersLimit: 500,
    groupsLimit: 3,
    partnerTagsLimit: 10,
  })
})

test('no limit is lower on a higher plan', (t) => {
  const names = Object.keys(planLimits.free) as (keyof typeof planLimits.free)[]
  for (const name of names)
    for (const [index, tier] of planTiers.slice(1).entries())
      t.true(planLimits[tier][name] >= planLimits[planTiers[index] as 'free'][name], `${name} of ${tier}`)
})

const lowestPlans: [feature: Feature, lowest: string][] = [
  ['linkPreviews', 'pro'],
  ['linkPassword', 'pro'],
  ['linkCloaking', 'pro'],
  ['linkExpiration', 'pro'],
  ['deviceTargeting', 'pro'],
  ['geoTargeting', 'pro'],
  ['searchIndexing', 'pro'],
  ['shortKeys', 'pro'],
  ['rootRedirect', 'pro'],
  ['domainSettings', 'pro'],
  ['folders', 'pro'],
  ['analyticsApi', 'pro'],
  ['folderPermissions', 'business'],
  ['eventLists', 'business'],
  ['conversionTracking', 'business'],
  ['abTests', 'business'],
  ['webhooks', 'business'],
  ['customers', 'business'],
  ['programs', 'business'],
  ['advancedRewards', 'advanced'],
  ['partnerMessages', 'advanced'],
  ['campaigns', 'advanced'],
  ['fraudEvents', 'advanced'],
  ['groupMoveRules', 'advanced'],
  ['bountyEmails', 'advanced'],
  ['bountyMetrics', 'advanced'],
  ['embedTokens', 'advanced'],
  ['advancedIntegrations', 'advanced'],
  ['partnerDiscovery', 'advanced'],
  ['referralRewards', 'advanced'],
  ['domainRegistration', 'enterprise'],
  ['auditLogExport', 'enterprise'],
  ['rewardSpendLimit', 'enterprise'],
]
for (const [feature, lowest] of lowestPlans) {
  test(`${feature} is included from plan ${lowest}`, (t) => {
    const first = planTiers.findIndex((tier) => tier === lowest)
    t.deepEqual(
      planTiers.filter((tier) => planHas(tier, feature)),
      planTiers.slice(first),
    )
  })
}
test('every feature is covered by these tests', (t) => t.deepEqual(lowestPlans.map(([name]) => name).sort(), Object.keys(features).sort()))

test('a legacy business plan has the features of business', (t) => {
  t.true(planHas('business plus', 'abTests'))
  t.false(planHas('business max', 'campaigns'))
  t.deepEqual(
    plansWith('webhooks'),
    plans.filter((plan) => plan !== 'free' && plan !== 'pro'),
  )
})

test('requireFeature refuses a missing feature and names the required plan', (t) => {
  const error = t.throws<ServiceError>(() => requireFeature({ plan: 'pro' }, 'conversionTracking'))
  t.is(error?.code, 'forbidden')
  t.is(error?.message, 'Plan Business or higher is required for conversion tracking.')
  t.notThrows(() => requireFeature({ plan: 'business extra' }, 'conversionTracking'))
})

test('without a workspace the features of plan free apply', (t) => {
  t.throws(() => requireFeature(null, 'linkPassword'))
})

test('a legacy business plan matches a list that contains business', (t) => {
  for (const plan of ['business', 'business plus', 'business max', 'business extra'])
    t.true(planIsOneOf(plan, ['business', 'advanced']), plan)
  t.false(planIsOneOf('pro', ['business', 'advanced']))
  t.false(planIsOneOf('enterprise', ['business', 'advanced']))
})
