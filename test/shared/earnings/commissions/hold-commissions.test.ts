import test from 'ava'
import {
  addCustomCommission,
  holdCommissions,
  markCommissions,
  releaseAllCommissions,
  releaseCommissions,
} from '../../../../shared/earnings/index.js'
import { openScope } from '../../../../shared/kernel/scope.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram } from '../../../support/earnings.js'
import { silentLog } from '../../../support/service.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

async function withPartner() {
  const program = await partnerProgram(api)
  const enrolled = await program.enrol()
  const { partner } = enrolled
  const ref = { programId: program.program.id, partnerId: partner.id }
  const commission = (row: object = {}) => api.make.commission(program.program, partner, row)
  const statuses = async () =>
    Object.fromEntries((await program.commissions()).map(({ earnings, status, payout_id: payoutId }) => [earnings, [status, payoutId]]))
  return { program, ...enrolled, ref, commission, statuses }
}

test('a hold detaches commissions from the pending payout, and leaves those that are being paid', async (t) => {
  const { program, partner, enrolment, ref, commission, statuses } = await withPartner()
  const [open, sent] = [
    await api.make.payout(program.program, partner),
    await api.make.payout(program.program, partner, { status: 'sent' }),
  ]
  await commission({ earnings: 1 })
  await commission({ earnings: 2, status: 'processed', payoutId: open.id })
  await commission({ earnings: 4, status: 'processed', payoutId: sent.id })
  await commission({ earnings: -8 })
  await commission({ earnings: 16, status: 'duplicate' })
  const held = await program.inScope((scope) => holdCommissions(scope, ref))
  t.is(held.length, 2)
  t.deepEqual(await statuses(), {
    1: ['hold', null],
    2: ['hold', null],
    4: ['processed', sent.id],
    [-8]: ['pending', null],
    16: ['duplicate', null],
  })
  t.deepEqual(
    (await program.payouts()).map(({ id }) => id),
    [sent.id],
    'the empty payout is gone',
  )
  t.is(await program.earned(enrolment), -4)
  t.deepEqual(await program.inScope((scope) => holdCommissions(scope, ref)), [])
})

test('single commissions can be held, of this partner only', async (t) => {
  const { program, ref, commission, statuses } = await withPartner()
  const other = await program.enrol()
  const [one] = [await commission({ earnings: 1 }), await commission({ earnings: 2 })]
  const foreign = await api.make.commission(program.program, other.partner, { earnings: 4 })
  t.deepEqual(await program.inScope((scope) => holdCommissions(scope, ref, [one.id, foreign.id])), [one.id])
  t.deepEqual(await statuses(), { 1: ['hold', null], 2: ['pending', null], 4: ['pending', null] })
})

test('a release keeps the commissions of suspected customers, and starts the aggregation', async (t) => {
  const { program, enrolment, ref, commission, statuses } = await withPartner()
  await commission({ earnings: 1, status: 'hold', customerId: 'cus_suspected' })
  await commission({ earnings: 2, status: 'hold', customerId: 'cus_other' })
  await commission({ earnings: 4, status: 'hold' })
  const released = await program.inScope((scope) => releaseCommissions(scope, ref, ['cus_suspected']))
  t.deepEqual(released, { count: 2, earnings: 6 })
  t.deepEqual(await statuses(), { 1: ['hold', null], 2: ['pending', null], 4: ['pending', null] })
  t.is(await program.earned(enrolment), 6)
  const jobs = await program.rows(`select 1 from outbox where name = 'earnings.aggregate-payouts' and payload ->> 'programId' = $1`, [
    program.program.id,
  ])
  t.is(jobs.length, 1)
})

test('all held commissions of a program are released, and none of another program', async (t) => {
  const [one, other] = [await withPartner(), await withPartner()]
  const second = await one.program.enrol()
  for (const earnings of [1, 2]) await one.commission({ earnings, status: 'hold' })
  await api.make.commission(one.program.program, second.partner, { earnings: 4, status: 'hold' })
  await other.commission({ earnings: 8, status: 'hold' })
  const scope = () => openScope({ resources: api.resources, log: silentLog, requestId: 'req_test' })
  t.is(await releaseAllCommissions(scope(), one.program.program.id), 3)
  t.is(await releaseAllCommissions(scope(), one.program.program.id), 0)
  t.deepEqual(
    (await one.program.commissions()).map(({ status }) => status),
    ['pending', 'pending', 'pending'],
  )
  t.deepEqual(await other.statuses(), { 8: ['hold', null] })
})

test('commissions are marked as duplicates or fraud unless they are paid, and leave their payout', async (t) => {
  const { program, partner, ref, commission, statuses } = await withPartner()
  const open = await api.make.payout(program.program, partner)
  const rows = [
    await commission({ earnings: 1, status: 'processed', payoutId: open.id }),
    await commission({ earnings: 2, status: 'hold' }),
    await commission({ earnings: 4, status: 'paid' }),
    await commission({ earnings: 8, status: 'duplicate' }),
  ]
  const ids = rows.map(({ id }) => id)
  t.deepEqual(await program.inScope((scope) => markCommissions(scope, ref, ids, 'duplicate')), ids.slice(0, 2))
  t.deepEqual(await statuses(), { 1: ['duplicate', null], 2: ['duplicate', null], 4: ['paid', null], 8: ['duplicate', null] })
  t.deepEqual(await program.payouts(), [])
})

test('a custom commission with an event id is added once, a clawback subtracts', async (t) => {
  const { program, enrolment, ref } = await withPartner()
  const add = (row: object) => program.inScope((scope) => addCustomCommission(scope, { ...ref, earnings: 700, ...row }))
  const first = await add({ eventId: `bonus ${ref.partnerId}` })
  t.truthy(first)
  t.is(await add({ eventId: `bonus ${ref.partnerId}` }), null)
  await add({ earnings: -200, description: 'order_canceled' })
  t.is(await program.earned(enrolment), 500)
  t.like((await program.commissions())[1], { type: 'custom', status: 'pending', amount: 0, earnings: -200, description: 'order_canceled' })
})

test('a custom commission for a partner who was merged into another account belongs to that account', async (t) => {
  const { program, ref } = await withPartner()
  const { partner: target } = await program.enrol()
  await program.rows('update partners set merged_into_id = $2 where id = $1', [ref.partnerId, target.id])
  t.truthy(await program.inScope((scope) => addCustomCommission(scope, { ...ref, earnings: 700 })))
  t.like(await program.commissions(), [{ earnings: 700, partner_id: target.id }])
})
