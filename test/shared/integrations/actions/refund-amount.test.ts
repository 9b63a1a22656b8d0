import test from 'ava'
import fc from 'fast-check'
import { creditedRefund } from '../../../../shared/integrations/actions/apply-refund.js'

test('a partial refund deducts the same share of the credited amount', (t) => {
  t.is(creditedRefund({ amount: 10_000, gross: 12_000, refunded: 0 }, 6000), 5000)
  t.is(creditedRefund({ amount: 10_000, gross: 12_000, refunded: 6000 }, 6000), undefined)
  t.is(creditedRefund({ amount: 1, gross: 1000, refunded: 0 }, 1), 0)
})

test('partial refunds together never exceed the credited amount', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 300_000 }),
      fc.array(fc.integer({ min: 1, max: 200_000 }), { maxLength: 30 }),
      (amount, tax, parts) => {
        const gross = amount + tax
        let [refunded, deducted] = [0, 0]
        for (const part of parts) {
          if (refunded + part >= gross) break
          deducted += creditedRefund({ amount, gross, refunded }, part) ?? 0
          refunded += part
        }
        return deducted <= amount && deducted >= 0
      },
    ),
  )
  t.pass()
})
