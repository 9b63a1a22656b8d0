import test from 'ava'
import { firstpromoter } from '../../../shared/imports/providers/firstpromoter.js'

const lastStep = JSON.stringify({ step: 4, page: '' })
const moneyOf = (row: object) => {
  const [read] = firstpromoter.read([{ id: 1, ...row }], lastStep, {}).rows as { amount: unknown; earnings: unknown; currency?: unknown }[]
  return [read?.amount, read?.earnings, read?.currency]
}

test('a commission is in the currency that the customer paid, whatever the currency of the account', (t) => {
  const dollars = { sale_amount: 1100, amount: 220, original_sale_amount: 1000, original_sale_currency: 'EUR' }
  t.deepEqual(moneyOf(dollars), [1000, 200, 'EUR'])
  const yen = { sale_amount: 655, amount: 131, original_sale_amount: 1000, original_sale_currency: 'JPY' }
  t.deepEqual(moneyOf(yen), [1000, 200, 'JPY'])
  const same = { sale_amount: 1000, amount: 99, original_sale_amount: 1000, original_sale_currency: 'USD' }
  t.deepEqual(moneyOf(same), [1000, 99, 'USD'])
})

test('a commission without the amount that was paid is in dollars', (t) => {
  t.deepEqual(moneyOf({ sale_amount: 0, amount: 500, original_sale_amount: 0, original_sale_currency: 'EUR' }), [0, 500, undefined])
  t.deepEqual(moneyOf({ sale_amount: 1000, amount: 200 }), [1000, 200, undefined])
})
