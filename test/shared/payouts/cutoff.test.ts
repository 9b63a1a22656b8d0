import test from 'ava'
import { type CutoffPeriod, cutoffDate, cutoffPeriods } from '../../../shared/payouts/confirm/cutoff.js'

const cases: [now: string, expected: Record<CutoffPeriod, string | null>][] = [
  [
    '2026-08-15T12:00:00Z',
    { today: null, lastMonth: '2026-08-01', twoMonthsAgo: '2026-07-01', lastQuarter: '2026-07-01', lastYear: '2026-01-01' },
  ],
  [
    '2026-01-01T00:00:00Z',
    { today: null, lastMonth: '2026-01-01', twoMonthsAgo: '2025-12-01', lastQuarter: '2026-01-01', lastYear: '2026-01-01' },
  ],
  [
    '2026-12-31T23:59:59Z',
    { today: null, lastMonth: '2026-12-01', twoMonthsAgo: '2026-11-01', lastQuarter: '2026-10-01', lastYear: '2026-01-01' },
  ],
]
for (const [now, expected] of cases) {
  for (const period of cutoffPeriods) {
    test(`on ${now} the cut-off ${period} is ${expected[period] ?? 'none'}`, (t) =>
      t.is(cutoffDate(period, new Date(now))?.toISOString().slice(0, 10) ?? null, expected[period]))
  }
}
