import test from 'ava'
import { type TestApi, testApi } from '../../support/api.js'
import { runJobByName } from '../../support/jobs.js'
import { payoutProgram } from '../../support/payouts.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ PAYOUT_FEE: '5' })
})
test.after.always(() => api.close())

/** A confirmed payout for two sales of 10,000 cents, of which 10 percent are earned. */
async function confirmedSales(options: Parameters<typeof payoutProgram>[1] = {}) {
  const tenant = await payoutProgram(api, options)
  const webhook = { name: 'Payments', url: 'https://93.184.215.14/payments', triggers: ['payout.confirmed'] }
  if (options.program?.payoutMode === 'external') await tenant.call('POST /webhooks', webhook)
  await tenant.reward({ event: 'sale', type: 'percentage', amountInPercentage: 10 })
  const { link, enrolment, partner } = await tenant.enrol({}, { tenantId: 'ann-1' })
  const clickId = await tenant.click(link)
  for (const invoiceId of ['a', 'b']) await tenant.track('sale', { clickId, customerExternalId: 'ann', amount: 10_000, invoiceId })
  await tenant.compute()
  await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: tenant.program.id })
  const invoice = await tenant.confirm()
  const [{ id: payoutId }] = await tenant.rows('select id from payouts where program_id = $1', [tenant.program.id])
  const refund = async (body: object) => {
    await tenant.track('refund', body)
    await tenant.compute()
  }
  const amountOfInvoice = async () => (await tenant.call(`GET /invoices/${invoice.id}`)).body
  return { ...tenant, enrolment, partner, payoutId: payoutId as string, refund, amountOfInvoice }
}

test('a failed payout is paid again without the sales that were refunded since its confirmation', async (t) => {
  const { call, payoutId, refund, amountOfInvoice, enrolment, earned } = await confirmedSales()
  await call(`POST /payouts/${payoutId}/failed`, { reason: 'Account closed' })
  await refund({ invoiceId: 'a' })
  await refund({ invoiceId: 'b', amount: 5000 })
  t.like((await call(`POST /payouts/${payoutId}/retry`)).body, { status: 'processing', amount: 500 })
  t.like(await amountOfInvoice(), { amount: 500, fee: 25, total: 525 })
  t.is(await earned(enrolment), 500)
  t.like((await call(`POST /payouts/${payoutId}/paid`, { reference: 'WIRE-1' })).body, { status: 'completed', amount: 500 })
  const paid = (await call(`GET /commissions?payoutId=${payoutId}`)).body
  t.deepEqual(
    paid.map(({ status, earnings }: { status: string; earnings: number }) => [status, earnings]),
    [['paid', 500]],
  )
})

test('a failed payout of which refunds left nothing is not paid again, and ends when it is taken back', async (t) => {
  const { call, payoutId, refund, payouts } = await confirmedSales()
  await call(`POST /payouts/${payoutId}/failed`, { reason: 'Account closed' })
  for (const invoiceId of ['a', 'b']) await refund({ invoiceId })
  const { status, body } = await call(`POST /payouts/${payoutId}/retry`)
  t.is(status, 400)
  t.regex(body.error.message, /refunded/)
  t.is((await call(`GET /payouts/${payoutId}`)).body.status, 'failed')
  t.like((await call(`POST /payouts/${payoutId}/cancel`)).body, { status: 'canceled', amount: 0 })
  t.deepEqual(await payouts(), [])
})

test('a failed payout is not paid again while the partner is suspected of fraud', async (t) => {
  const { call, payoutId, program, partner } = await confirmedSales()
  await call(`POST /payouts/${payoutId}/failed`, { reason: 'Account closed' })
  const group = await api.make.fraudGroup(program, partner, 'partnerCrossProgramBan')
  const refused = await call(`POST /payouts/${payoutId}/retry`)
  t.is(refused.status, 400)
  t.regex(refused.body.error.message, /suspected/)
  t.is((await call(`GET /payouts/${payoutId}`)).body.status, 'failed')
  t.is((await call(`POST /fraud/groups/${group.id}/resolve`, {})).status, 200)
  t.is((await call(`POST /payouts/${payoutId}/retry`)).status, 200)
})

test('an external payout is announced again with the amount that the external system may have paid', async (t) => {
  const { call, payoutId, refund } = await confirmedSales({ program: { payoutMode: 'external' } })
  await call(`POST /payouts/${payoutId}/failed`, { reason: 'Account closed' })
  await refund({ invoiceId: 'a' })
  t.like((await call(`POST /payouts/${payoutId}/retry`)).body, { status: 'processing', amount: 2000, mode: 'external' })
})

test('a failed external payout that is now paid internally is paid without the sales that were refunded since', async (t) => {
  const { call, payoutId, refund, rows, program, amountOfInvoice } = await confirmedSales({ program: { payoutMode: 'external' } })
  await call(`POST /payouts/${payoutId}/failed`, { reason: 'Account closed' })
  await refund({ invoiceId: 'a' })
  await rows(`update programs set payout_mode = 'internal' where id = $1`, [program.id])
  t.like((await call(`POST /payouts/${payoutId}/retry`)).body, { status: 'processing', amount: 1000, mode: 'internal' })
  t.like(await amountOfInvoice(), { amount: 1000, externalAmount: 0 })
})

test('a refunded sale that a user makes payable again stays payable when its payout is taken back', async (t) => {
  const { call, program, rows, refund, commissions, confirm } = await confirmedSales()
  const aggregate = () => runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.id })
  const [{ id: first }] = await rows('select id from payouts where program_id = $1', [program.id])
  t.is((await call(`POST /payouts/${first}/cancel`)).status, 200)
  await refund({ invoiceId: 'a' })
  const [{ id }] = await rows(`select id from commissions where program_id = $1 and status = 'refunded'`, [program.id])
  t.like((await call(`PATCH /commissions/${id}`, { status: 'pending' })).body, { status: 'pending', earnings: 1000 })
  await aggregate()
  await confirm()
  const [{ payout_id: payoutId }] = await rows('select payout_id from commissions where id = $1', [id])
  t.like((await call(`POST /payouts/${payoutId}/cancel`)).body, { status: 'pending', amount: 2000 })
  t.deepEqual(
    (await commissions()).map(({ status, earnings }) => [status, earnings]),
    [
      ['processed', 1000],
      ['processed', 1000],
    ],
  )
})

test('the commissions of a payout that is taken back are held if their partner is suspected of fraud by now', async (t) => {
  const { call, program, partner, payoutId, commissions, payouts } = await confirmedSales()
  await api.make.fraudGroup(program, partner, 'partnerDuplicateAccount')
  t.like((await call(`POST /payouts/${payoutId}/cancel`)).body, { status: 'canceled', amount: 0 })
  t.deepEqual(
    (await commissions()).map(({ status, payout_id: payout }) => [status, payout]),
    [
      ['hold', null],
      ['hold', null],
    ],
  )
  t.deepEqual(await payouts(), [])
})

test('a suspicion of a customer does not hold the commissions of a payout that is taken back', async (t) => {
  const { call, program, partner, payoutId, commissions } = await confirmedSales()
  await api.make.fraudGroup(program, partner, 'customerEmailMatch')
  t.like((await call(`POST /payouts/${payoutId}/cancel`)).body, { status: 'pending', amount: 2000 })
  t.deepEqual(
    (await commissions()).map(({ status }) => status),
    ['processed', 'processed'],
  )
})
