import test from 'ava'
import { periodStart } from '../../../../shared/accounts/workspaces/billing-period.js'

const cases: [day: number, now: string, start: string][] = [
  [1, '2026-03-01T00:00:00Z', '2026-03-01'],
  [1, '2026-02-28T23:59:59Z', '2026-02-01'],
  [15, '2026-03-14T12:00:00Z', '2026-02-15'],
  [15, '2026-03-15T00:00:00Z', '2026-03-15'],
  [31, '2026-02-27T12:00:00Z', '2026-01-31'],
  [31, '2026-02-28T00:00:00Z', '2026-02-28'],
  [31, '2024-02-29T00:00:00Z', '2024-02-29'],
  [30, '2026-03-01T00:00:00Z', '2026-02-28'],
  [20, '2026-01-05T00:00:00Z', '2025-12-20'],
]
for (const [day, now, start] of cases)
  test(`with cycle day ${day}, the period at ${now} starts on ${start}`, (t) =>
    t.is(periodStart(day, new Date(now)).toISOString(), `${start}T00:00:00.000Z`))
