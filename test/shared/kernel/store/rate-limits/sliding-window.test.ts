import test from 'ava'
import { slices, toRateLimitResult } from '../../../../../shared/kernel/store/rate-limits/sliding-window.js'

/** Slices of one second. */
const windowMs = slices * 1000
const counts = (filled: Record<number, number>) => Array.from({ length: slices }, (_, index) => filled[index] ?? 0)
const current = slices - 1

const cases: [
  title: string,
  requests: number,
  counted: { allowed: boolean; filled: Record<number, number>; elapsedMs: number },
  expected: { remaining: number; resetsInMs: number },
][] = [
  [
    'the first request expires when the window has passed',
    10,
    { allowed: true, filled: { [current]: 1 }, elapsedMs: 0 },
    { remaining: 9, resetsInMs: windowMs },
  ],
  [
    'the elapsed part of the current slice is subtracted',
    10,
    { allowed: true, filled: { [current]: 1 }, elapsedMs: 400 },
    { remaining: 9, resetsInMs: windowMs - 400 },
  ],
  [
    'an allowed request resets when the oldest requests expire',
    10,
    { allowed: true, filled: { 3: 2, [current]: 1 }, elapsedMs: 0 },
    { remaining: 7, resetsInMs: 4000 },
  ],
  [
    'a refused request resets when the next one is allowed',
    3,
    { allowed: false, filled: { 0: 1, 5: 2 }, elapsedMs: 250 },
    { remaining: 0, resetsInMs: 750 },
  ],
  [
    'after the limit was lowered, more than the oldest requests must expire',
    2,
    { allowed: false, filled: { 0: 1, 5: 2, 9: 4 }, elapsedMs: 0 },
    { remaining: 0, resetsInMs: 10_000 },
  ],
  [
    'a limit of 0 allows nothing and resets after the whole window',
    0,
    { allowed: false, filled: {}, elapsedMs: 0 },
    { remaining: 0, resetsInMs: windowMs },
  ],
  ['a reset in the past is reported as 1 ms', 1, { allowed: false, filled: { 0: 1 }, elapsedMs: 1200 }, { remaining: 0, resetsInMs: 1 }],
]
for (const [title, requests, { allowed, filled, elapsedMs }, expected] of cases) {
  test(title, (t) =>
    t.deepEqual(toRateLimitResult({ requests, windowMs }, { allowed: allowed ? 1 : 0, counts: counts(filled), elapsedMs }), {
      allowed,
      limit: requests,
      ...expected,
    }),
  )
}
