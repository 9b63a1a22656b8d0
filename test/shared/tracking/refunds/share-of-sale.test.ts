import test from 'ava'
import fc from 'fast-check'
import { shareComingAgain, shareOfSale, type Sums } from '../../../../shared/tracking/refunds/share-of-sale.js'

const none = { original: 0, counted: 0 }

test('without an amount all that is left is given back', (t) => {
  t.deepEqual(shareOfSale({ original: 900, counted: 1000 }, { original: 300, counted: 333 }, { amount: undefined, isCounted: false }), {
    original: 600,
    counted: 667,
  })
})

test('a part is given back in both currencies in proportion', (t) => {
  t.deepEqual(shareOfSale({ original: 900, counted: 1000 }, none, { amount: 450, isCounted: false }), { original: 450, counted: 500 })
  t.deepEqual(shareOfSale({ original: 900, counted: 1000 }, none, { amount: 500, isCounted: true }), { original: 450, counted: 500 })
})

test('more than is left is refused', (t) => {
  t.is(shareOfSale({ original: 900, counted: 1000 }, { original: 300, counted: 333 }, { amount: 601, isCounted: false }), null)
  t.is(shareOfSale({ original: 900, counted: 1000 }, none, { amount: 1001, isCounted: true }), null)
})

test('however a sale is cut, its parts are never negative and together are the sale', (t) => {
  const sum = fc.integer({ min: 1, max: 10_000_000 })
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.record({ original: sum, counted: sum }), fc.array(fc.tuple(sum, fc.boolean()), { maxLength: 20 }), (sale, asked) => {
        let given: Sums = none
        const give = (part: Sums | null) => {
          if (!part) return
          if (part.original < 0 || part.counted < 0) throw new Error('a part is negative')
          given = { original: given.original + part.original, counted: given.counted + part.counted }
        }
        for (const [amount, isCounted] of asked) give(shareOfSale(sale, given, { amount, isCounted }))
        if (given.original > sale.original || given.counted > sale.counted) throw new Error('more than was paid')
        give(shareOfSale(sale, given, { amount: undefined, isCounted: false }))
        return given.original === sale.original && given.counted === sale.counted
      }),
    ),
  )
})

test('what comes again is never more than was given back, and with it all of the sale is there', (t) => {
  const sum = fc.integer({ min: 1, max: 1_000_000 })
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.record({ original: sum, counted: sum }), sum, fc.array(sum, { maxLength: 10 }), (sale, refund, returns) => {
        let back = shareOfSale(sale, none, { amount: Math.min(refund, sale.original), isCounted: false }) as Sums
        for (const amount of [...returns, sale.original]) {
          const again = shareComingAgain(sale, back, amount)
          if (again.original < 0 || again.counted < 0 || again.original > back.original || again.counted > back.counted) return false
          back = { original: back.original - again.original, counted: back.counted - again.counted }
        }
        return back.original === 0 && back.counted === 0
      }),
    ),
  )
})
