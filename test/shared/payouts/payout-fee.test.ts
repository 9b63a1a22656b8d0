import test from 'ava'
import { computePayoutFee, type PayoutFeeInput } from '../../../shared/payouts/invoices/payout-fee.js'

const input: PayoutFeeInput = { amount: 100_000, feeRate: 500, method: 'debit' }

const cases: [what: string, changes: Partial<PayoutFeeInput>, fee: number, waived: number][] = [
  ['5 % by debit', {}, 5000, 0],
  ['3 % by debit', { feeRate: 300 }, 3000, 0],
  ['5 % without a provider', { method: 'manual' }, 5000, 0],
  ['5 % and the surcharge by card', { method: 'card' }, 8000, 0],
  ['5 % and the surcharge by link', { method: 'link' }, 8000, 0],
  ['fast settlement', { isFast: true }, 7500, 0],
  ['a waiver larger than the amount', { waiverLimit: 1_000_000 }, 0, 100_000],
  ['a waiver for a part of the amount', { waiverLimit: 60_000 }, 2000, 60_000],
  ['a partly used waiver', { waiverLimit: 60_000, waiverUsed: 50_000 }, 4500, 10_000],
  ['a used up waiver', { waiverLimit: 60_000, waiverUsed: 60_000 }, 5000, 0],
  ['an overused waiver', { waiverLimit: 60_000, waiverUsed: 70_000 }, 5000, 0],
  ['a full waiver by card, which keeps the surcharge', { method: 'card', waiverLimit: 1_000_000 }, 3000, 100_000],
  ['a full waiver by link, which waives the surcharge', { method: 'link', waiverLimit: 1_000_000 }, 0, 100_000],
  ['a partial waiver, fast, by card', { method: 'card', waiverLimit: 40_000, isFast: true }, 3000 + 3000 + 2500, 40_000],
  ['an amount whose two parts are rounded up each', { amount: 1050, method: 'card' }, 32 + 53, 0],
]
for (const [what, changes, fee, waived] of cases) {
  test(`the fee for ${what} is ${fee}`, (t) => t.deepEqual(computePayoutFee({ ...input, ...changes }), { fee, waived }))
}
