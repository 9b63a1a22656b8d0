import test from 'ava'
import { isWithinDuration, type FirstCommission } from '../../../../shared/earnings/rewards/is-within-duration.js'
import { monthsBetween } from '../../../../shared/earnings/rewards/months-between.js'
import { limitEarnings, type SpendLimitInterval, spendWindowStart } from '../../../../shared/earnings/rewards/spend-limit.js'

const at = (text: string) => new Date(text.length > 10 ? text : `${text}T00:00:00Z`)

const spans: [from: string, to: string, months: number][] = [
  ['2026-01-15', '2026-02-14', 0],
  ['2026-01-15', '2026-02-15', 1],
  ['2026-01-15T10:00:00Z', '2026-02-15T09:59:59Z', 0],
  ['2026-01-31', '2026-02-27', 0],
  ['2026-01-31', '2026-02-28', 1],
  ['2028-01-31', '2028-02-28', 0],
  ['2028-01-31', '2028-02-29', 1],
  ['2025-12-31', '2026-03-30', 2],
  ['2025-12-31', '2026-03-31', 3],
  ['2024-02-29', '2025-02-28', 12],
  ['2025-01-10', '2027-01-10', 24],
  ['2026-05-05', '2026-04-05', 0],
  ['2026-05-05', '2026-05-05', 0],
]
for (const [from, to, months] of spans) {
  test(`from ${from} to ${to} it is ${months} whole months`, (t) => t.is(monthsBetween(at(from), at(to)), months))
}

const first: FirstCommission = { status: 'pending', at: at('2026-01-15'), rewardId: 'rw_1', maxDuration: null }
const next = { type: 'sale' as const, rewardId: 'rw_1', maxDuration: 3 as number | null, at: at('2026-03-15') }

const durationCases: [what: string, first: Partial<FirstCommission>, next: Partial<typeof next> | { type: 'lead' }, expected: boolean][] = [
  ['within the months of the reward', {}, {}, true],
  ['on the day before the last month ends', {}, { at: at('2026-04-14') }, true],
  ['when the last month ends', {}, { at: at('2026-04-15') }, false],
  ['without a limit', {}, { maxDuration: null, at: at('2036-01-01') }, true],
  ['for the first sale only', {}, { maxDuration: 0, at: at('2026-01-15') }, false],
  ['after a first commission of another reward for the first sale only', { rewardId: 'rw_0', maxDuration: 0 }, {}, false],
  ['after a first commission of another reward', { rewardId: 'rw_0', maxDuration: 1 }, {}, true],
  ['after a first commission whose reward is gone', { rewardId: 'rw_0', maxDuration: undefined }, {}, true],
  ['after the reward was extended from the first sale', { maxDuration: 0 }, {}, true],
  ['after a fraudulent commission', { status: 'fraud' }, { maxDuration: null }, false],
  ['after a canceled commission', { status: 'canceled' }, { maxDuration: null }, false],
  ['after a refunded commission', { status: 'refunded' }, {}, true],
  ['for a second lead', {}, { type: 'lead' }, false],
]
for (const [what, changedFirst, changedNext, expected] of durationCases) {
  test(`a further sale ${what} ${expected ? 'earns' : 'does not earn'}`, (t) =>
    t.is(isWithinDuration({ ...first, ...changedFirst }, { ...next, ...changedNext }), expected))
}

const windows: [interval: SpendLimitInterval, at: string, start: string | null][] = [
  ['allTime', '2026-03-18T10:00:00Z', null],
  ['day', '2026-03-18T23:59:59.999Z', '2026-03-18'],
  ['week', '2026-03-18T10:00:00Z', '2026-03-15'],
  ['week', '2026-03-15T00:00:00Z', '2026-03-15'],
  ['week', '2026-03-01T00:00:00Z', '2026-03-01'],
  ['week', '2026-01-02T00:00:00Z', '2025-12-28'],
  ['month', '2026-03-31T23:00:00Z', '2026-03-01'],
]
for (const [interval, time, start] of windows) {
  test(`the spend window ${interval} of ${time} starts at ${start}`, (t) =>
    t.deepEqual(spendWindowStart(interval, at(time)), start && at(start)))
}

test('earnings are limited to what is left of the spend limit', (t) => {
  t.is(limitEarnings(300, 1000, 0), 300)
  t.is(limitEarnings(300, 1000, 800), 200)
  t.is(limitEarnings(300, 1000, 1000), 0)
  t.is(limitEarnings(300, 1000, 1200), 0)
})
