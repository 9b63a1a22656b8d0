import test from 'ava'
import fc from 'fast-check'
import { partOf } from '../../../../shared/integrations/outcomes/apply-refund.js'

test('what is given back of the gross gives back the same part of what was credited', (t) => {
  t.is(partOf({ amount: 10_000, gross: 12_000, refunded: 0 }, 6000), 5000)
  t.is(partOf({ amount: 10_000, gross: 12_000, refunded: 6000 }, 6000), undefined)
  t.is(partOf({ amount: 1, gross: 1000, refunded: 0 }, 1), 0)
})

test('however a sale is cut, its parts together are never more than the whole', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 300_000 }),
      fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 30 }),
      (amount, tax, parts) => {
        const gross = amount + tax
        let [refunded, given] = [0, 0]
        for (const part of parts) {
          if (refunded + part >= gross) break
          given += partOf({ amount, gross, refunded }, part) ?? 0
          refunded += part
        }
        return given <= amount && given >= 0
      },
    ),
  )
  t.pass()
})
