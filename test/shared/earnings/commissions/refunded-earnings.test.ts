import test from 'ava'
import fc from 'fast-check'
import { remainingEarnings } from '../../../../shared/earnings/commissions/refunded-earnings.js'

const cases: [amount: number, earnings: number, refunded: number, expected: { amount: number; earnings: number } | null][] = [
  [1000, 200, 0, { amount: 1000, earnings: 200 }],
  [1000, 200, 500, { amount: 500, earnings: 100 }],
  [1000, 200, 1, { amount: 999, earnings: 200 }],
  [1000, 200, 3, { amount: 997, earnings: 199 }],
  [1000, 5, 500, { amount: 500, earnings: 3 }],
  [1000, 1, 501, { amount: 499, earnings: 0 }],
  [1000, 200, 1000, null],
  [1000, 200, 1200, null],
  [1000, 200, -50, { amount: 1000, earnings: 200 }],
]
for (const [amount, earnings, refunded, expected] of cases) {
  test(`after a refund of ${refunded} of ${amount}, ${earnings} becomes ${expected?.earnings ?? 'nothing'}`, (t) =>
    t.deepEqual(remainingEarnings({ amount, earnings }, refunded), expected))
}

test('what remains never exceeds the earnings, and never grows with the refund', (t) => {
  const cents = fc.integer({ min: 1, max: 1e9 })
  t.notThrows(() =>
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 1e9 }), cents, cents, (amount, earnings, one, more) => {
        const first = remainingEarnings({ amount, earnings }, one)?.earnings ?? 0
        const second = remainingEarnings({ amount, earnings }, one + more)?.earnings ?? 0
        return first <= earnings && second <= first && second >= 0
      }),
    ),
  )
})
