import test from 'ava'
import { slices, standing } from '../../../../shared/kernel/rate-limits/slices.js'

/** Slices of a second each. */
const window = slices * 1000
const counts = (filled: Record<number, number>) => Array.from({ length: slices }, (_, place) => filled[place] ?? 0)
const present = slices - 1

const cases: [
  title: string,
  requests: number,
  counted: { allowed: boolean; filled: Record<number, number>; into: number },
  expected: { remaining: number; resetsIn: number },
][] = [
  [
    'the first request is forgotten when the window has passed',
    10,
    { allowed: true, filled: { [present]: 1 }, into: 0 },
    { remaining: 9, resetsIn: window },
  ],
  [
    'the time that has passed of the present slice is taken off',
    10,
    { allowed: true, filled: { [present]: 1 }, into: 400 },
    { remaining: 9, resetsIn: window - 400 },
  ],
  [
    'whoever is let in hears when the oldest are forgotten',
    10,
    { allowed: true, filled: { 3: 2, [present]: 1 }, into: 0 },
    { remaining: 7, resetsIn: 4000 },
  ],
  [
    'whoever is refused hears when they are let in',
    3,
    { allowed: false, filled: { 0: 1, 5: 2 }, into: 250 },
    { remaining: 0, resetsIn: 750 },
  ],
  [
    'where the limit was lowered, that takes more than the oldest',
    2,
    { allowed: false, filled: { 0: 1, 5: 2, 9: 4 }, into: 0 },
    { remaining: 0, resetsIn: 10_000 },
  ],
  [
    'a limit of none lets nobody in, and says the longest that can be said',
    0,
    { allowed: false, filled: {}, into: 0 },
    { remaining: 0, resetsIn: window },
  ],
  ['what is due already is a moment ahead', 1, { allowed: false, filled: { 0: 1 }, into: 1200 }, { remaining: 0, resetsIn: 1 }],
]
for (const [title, requests, { allowed, filled, into }, expected] of cases) {
  test(title, (t) =>
    t.deepEqual(standing({ requests, window }, { allowed, counts: counts(filled), into }), { allowed, limit: requests, ...expected }),
  )
}
