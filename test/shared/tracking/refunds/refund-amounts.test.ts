import test from 'ava'
import fc from 'fast-check'
import { computeReinstatement, computeRefund, type AmountPair } from '../../../../shared/tracking/refunds/refund-amounts.js'

const none = { original: 0, converted: 0 }

test('without an amount refunds all that is left', (t) => {
  t.deepEqual(
    computeRefund({ original: 900, converted: 1000 }, { original: 300, converted: 333 }, { amount: undefined, isConverted: false }),
    {
      original: 600,
      converted: 667,
    },
  )
})

test('refunds a part proportionally in both currencies', (t) => {
  t.deepEqual(computeRefund({ original: 900, converted: 1000 }, none, { amount: 450, isConverted: false }), {
    original: 450,
    converted: 500,
  })
  t.deepEqual(computeRefund({ original: 900, converted: 1000 }, none, { amount: 500, isConverted: true }), {
    original: 450,
    converted: 500,
  })
})

test('rejects more than is left', (t) => {
  t.is(computeRefund({ original: 900, converted: 1000 }, { original: 300, converted: 333 }, { amount: 601, isConverted: false }), null)
  t.is(computeRefund({ original: 900, converted: 1000 }, none, { amount: 1001, isConverted: true }), null)
})

test('any sequence of refunds has no negative part and adds up to the sale', (t) => {
  const sum = fc.integer({ min: 1, max: 10_000_000 })
  t.notThrows(() =>
    fc.assert(
      fc.property(
        fc.record({ original: sum, converted: sum }),
        fc.array(fc.tuple(sum, fc.boolean()), { maxLength: 20 }),
        (sale, requests) => {
          let refunded: AmountPair = none
          const addRefund = (part: AmountPair | null) => {
            if (!part) return
            if (part.original < 0 || part.converted < 0) throw new Error('negative part')
            refunded = { original: refunded.original + part.original, converted: refunded.converted + part.converted }
          }
          for (const [amount, isConverted] of requests) addRefund(computeRefund(sale, refunded, { amount, isConverted: isConverted }))
          if (refunded.original > sale.original || refunded.converted > sale.converted) throw new Error('more than was paid')
          addRefund(computeRefund(sale, refunded, { amount: undefined, isConverted: false }))
          return refunded.original === sale.original && refunded.converted === sale.converted
        },
      ),
    ),
  )
})

test('reinstatements never exceed the refunded amount and restore the whole sale', (t) => {
  const sum = fc.integer({ min: 1, max: 1_000_000 })
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.record({ original: sum, converted: sum }), sum, fc.array(sum, { maxLength: 10 }), (sale, refund, returns) => {
        let refunded = computeRefund(sale, none, { amount: Math.min(refund, sale.original), isConverted: false }) as AmountPair
        for (const amount of [...returns, sale.original]) {
          const reinstated = computeReinstatement(sale, refunded, amount)
          if (
            reinstated.original < 0 ||
            reinstated.converted < 0 ||
            reinstated.original > refunded.original ||
            reinstated.converted > refunded.converted
          )
            return false
          refunded = { original: refunded.original - reinstated.original, converted: refunded.converted - reinstated.converted }
        }
        return refunded.original === 0 && refunded.converted === 0
      }),
    ),
  )
})
