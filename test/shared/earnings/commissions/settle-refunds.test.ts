import test from 'ava'
import { settleRefunds } from '../../../../shared/earnings/index.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram } from '../../../support/earnings.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const pool = () => api.resources.database.pool

/** Three sales of 1000 cents at 20 % in a payout that is being paid. */
async function payingProgram() {
  const program = await partnerProgram(api)
  await program.reward({ event: 'sale', type: 'percentage', amountInPercentage: 20 })
  const { link, partner, enrolment } = await program.enrol()
  const clickId = await program.click(link)
  for (const invoiceId of ['a', 'b', 'c']) await program.track('sale', { clickId, customerExternalId: 'ann', amount: 1000, invoiceId })
  await program.compute()
  const payout = await api.make.payout(program.program, partner, { status: 'processing', amount: 600 })
  await pool().query(`update commissions set status = 'processed', payout_id = $2 where program_id = $1`, [program.program.id, payout.id])
  const amounts = async () => (await program.commissions()).map(({ status, earnings }) => [status, earnings])
  const setPayout = (status: string) => pool().query('update payouts set status = $2 where id = $1', [payout.id, status])
  const settle = () => program.inScope((scope) => settleRefunds(scope, [payout.id]))
  return { program, enrolment, payout, amounts, setPayout, settle }
}

test('refunds during a payment are applied once the payout is pending again', async (t) => {
  const { program, enrolment, amounts, setPayout, settle } = await payingProgram()
  await program.track('refund', { invoiceId: 'a' })
  await program.track('refund', { invoiceId: 'b', amount: 500 })
  await program.compute()
  t.deepEqual(await amounts(), [
    ['processed', 200],
    ['processed', 200],
    ['processed', 200],
  ])
  await setPayout('pending')
  await settle()
  const after = [
    ['refunded', 200],
    ['processed', 100],
    ['processed', 200],
  ]
  t.deepEqual(await amounts(), after)
  t.is(await program.earned(enrolment), 300)
  t.like(await program.payouts(), [{ status: 'pending', amount: 300 }])
  await settle()
  t.deepEqual(await amounts(), after)
})

test('a payout without commissions left is deleted', async (t) => {
  const { program, setPayout, settle } = await payingProgram()
  for (const invoiceId of ['a', 'b', 'c']) await program.track('refund', { invoiceId })
  await program.compute()
  await setPayout('pending')
  await settle()
  t.deepEqual(await program.payouts(), [])
})

test('nothing changes while the payout is still being paid', async (t) => {
  const { program, amounts, setPayout, settle } = await payingProgram()
  await program.track('refund', { invoiceId: 'a' })
  await program.compute()
  const before = await amounts()
  await settle()
  await setPayout('sent')
  await settle()
  t.deepEqual(await amounts(), before)
})
