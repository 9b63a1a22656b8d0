import test from 'ava'
import type { EnrolmentChange } from '../../../../shared/partners/index.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram } from '../../../support/earnings.js'
import { runJobByName } from '../../../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const pool = () => api.resources.database.pool

/** A partner with a commission in every state: pending, held, in a pending payout, in a payout that is being paid, paid, and refunded. */
async function earningPartner() {
  const program = await partnerProgram(api, { webhookTriggers: ['discount_code.deleted'] })
  const enrolled = await program.enrol()
  const { partner, enrolment } = enrolled
  const commission = (row: object = {}) => api.make.commission(program.program, partner, row)
  const [open, sent] = [
    await api.make.payout(program.program, partner),
    await api.make.payout(program.program, partner, { status: 'processing' }),
  ]
  await commission({ earnings: 1 })
  await commission({ earnings: 2, status: 'hold' })
  await commission({ earnings: 4, status: 'processed', payoutId: open.id })
  await commission({ earnings: 8, status: 'processed', payoutId: sent.id })
  await commission({ earnings: 16, status: 'paid', payoutId: sent.id })
  await commission({ earnings: 32, status: 'refunded' })
  const statuses = async () =>
    Object.fromEntries((await program.commissions()).map(({ earnings, status, payout_id: payoutId }) => [earnings, [status, payoutId]]))
  /** Runs the subscriber of a change to this status. */
  async function changeTo(to: EnrolmentChange['to']) {
    await pool().query('update enrolments set status = $2 where id = $1', [enrolment.id, to])
    const change = { workspaceId: program.workspace.id, programId: program.program.id, partnerId: partner.id, enrolmentId: enrolment.id }
    await runJobByName(api.resources, 'earnings.apply-enrolment-change', { ...change, from: 'approved', to })
  }
  return { program, ...enrolled, commission, open, sent, statuses, changeTo }
}

test('a ban cancels what is not being paid, with the pending payout', async (t) => {
  const { program, enrolment, open, sent, statuses, changeTo } = await earningPartner()
  await changeTo('banned')
  t.deepEqual(await statuses(), {
    1: ['canceled', null],
    2: ['canceled', null],
    4: ['canceled', open.id],
    8: ['processed', sent.id],
    16: ['paid', sent.id],
    32: ['refunded', null],
  })
  t.deepEqual(
    (await program.payouts()).map(({ id, status }) => [id, status]),
    [
      [open.id, 'canceled'],
      [sent.id, 'processing'],
    ],
  )
  t.is(await program.earned(enrolment), 24)
})

test('an unban restores what the ban canceled, and nothing that a user canceled', async (t) => {
  const { program, enrolment, commission, open, statuses, changeTo } = await earningPartner()
  await commission({ earnings: 64, status: 'canceled' })
  await changeTo('banned')
  await changeTo('banned')
  await changeTo('approved')
  const after = await statuses()
  t.deepEqual(
    [after[1], after[2], after[4], after[64]],
    [
      ['pending', null],
      ['pending', null],
      ['processed', open.id],
      ['canceled', null],
    ],
  )
  t.like((await program.payouts())[0], { id: open.id, status: 'pending', amount: 4 })
  t.is(await program.earned(enrolment), 31)
  const rows = await program.commissions()
  await changeTo('approved')
  t.deepEqual(await program.commissions(), rows)
})

test('commissions of a canceled payout join the pending one that exists at the unban', async (t) => {
  const { program, partner, commission, statuses, changeTo } = await earningPartner()
  await changeTo('banned')
  const next = await api.make.payout(program.program, partner)
  await commission({ earnings: 64, status: 'processed', payoutId: next.id })
  await changeTo('approved')
  t.deepEqual((await statuses())[4], ['processed', next.id])
  t.deepEqual((await program.payouts()).map(({ status, amount }) => [status, amount]).toSorted(), [
    ['pending', 68],
    ['processing', 100],
  ])
})

test('a sale that is refunded during the ban stays unpaid after it', async (t) => {
  const program = await partnerProgram(api)
  await program.reward({ event: 'sale', type: 'percentage', amountInPercentage: 20 })
  const { link, partner, enrolment } = await program.enrol()
  const clickId = await program.click(link)
  for (const invoiceId of ['full', 'part']) await program.track('sale', { clickId, customerExternalId: 'ann', amount: 1000, invoiceId })
  await program.compute()
  const change = { workspaceId: program.workspace.id, programId: program.program.id, partnerId: partner.id, enrolmentId: enrolment.id }
  const apply = async (status: string) => {
    await pool().query('update enrolments set status = $2 where id = $1', [enrolment.id, status])
    await runJobByName(api.resources, 'earnings.apply-enrolment-change', { ...change, from: null, to: status })
  }
  await apply('banned')
  await program.track('refund', { invoiceId: 'full' })
  await program.track('refund', { invoiceId: 'part', amount: 500 })
  await program.compute()
  await apply('approved')
  t.deepEqual(
    (await program.commissions()).map(({ status, earnings }) => [status, earnings]),
    [
      ['refunded', 200],
      ['pending', 100],
    ],
  )
  t.is(await program.earned(enrolment), 100)
})

for (const status of ['deactivated', 'archived', 'approved'] as const)
  test(`commissions and payouts stay as they are when a partner is ${status}`, async (t) => {
    const { program, statuses, changeTo } = await earningPartner()
    const before = [await statuses(), await program.payouts()]
    await changeTo(status)
    t.deepEqual([await statuses(), await program.payouts()], before)
  })

for (const [status, isDetached] of [
  ['banned', true],
  ['deactivated', false],
] as const)
  test(`the discount codes of a ${status} partner are disabled and stay taken`, async (t) => {
    const { program, partner, link, changeTo } = await earningPartner()
    const discount = await api.make.discount(program.program)
    const { id, code } = await api.make.discountCode(discount, partner, link)
    await changeTo(status)
    await changeTo(status)
    await changeTo('approved')
    const [stored] = await program.rows('select * from discount_codes where id = $1', [id])
    t.truthy(stored.disabled_at)
    t.is(stored.discount_id, isDetached ? null : discount.id)
    const events = await program.rows(`select data from webhook_outbox where workspace_id = $1`, [program.workspace.id])
    t.is(events.length, 1, 'announced once')
    t.true(JSON.stringify(events[0].data).includes(code))
    const other = await program.enrol({}, { discountId: discount.id })
    const taken = await program.call('POST /discount-codes', { partnerId: other.partner.id, linkId: other.link.id, code })
    t.is(taken.status, 409)
  })

test('a link whose code was ended by a ban can have a code again after the unban', async (t) => {
  const { program, partner, enrolment, link, changeTo } = await earningPartner()
  const discount = await api.make.discount(program.program)
  const { id, code } = await api.make.discountCode(discount, partner, link)
  await changeTo('banned')
  await changeTo('approved')
  await pool().query('update enrolments set discount_id = $2 where id = $1', [enrolment.id, discount.id])
  const created = await program.call('POST /discount-codes', { partnerId: partner.id, linkId: link.id, code })
  t.is(created.status, 200)
  t.not(created.body.id, id)
  t.like(created.body, { code, disabledAt: null, discountId: discount.id })
})

test('the codes of a partner who left the program are deleted, and announced', async (t) => {
  const { program, partner, enrolment, link } = await earningPartner()
  const { code } = await api.make.discountCode(await api.make.discount(program.program), partner, link)
  await pool().query('delete from enrolments where id = $1', [enrolment.id])
  const change = { workspaceId: program.workspace.id, programId: program.program.id, partnerId: partner.id, enrolmentId: enrolment.id }
  await runJobByName(api.resources, 'earnings.apply-enrolment-change', { ...change, from: 'invited', to: null })
  t.deepEqual(await program.rows('select code from discount_codes where program_id = $1', [program.program.id]), [])
  const events = await program.rows(`select data from webhook_outbox where workspace_id = $1`, [program.workspace.id])
  t.true(JSON.stringify(events).includes(code))
})

test('what an unban restores is held if the partner is suspected by then', async (t) => {
  const { program, partner, statuses, changeTo } = await earningPartner()
  await changeTo('banned')
  await api.make.fraudGroup(program.program, partner, 'partnerDuplicateAccount')
  await changeTo('approved')
  t.is((await statuses())[1]?.[0], 'hold')
  t.is((await statuses())[4]?.[0], 'hold')
})

test('banning and unbanning over HTTP reaches the commissions', async (t) => {
  const { program, partner, statuses } = await earningPartner()
  const { rows } = await pool().query<{ count: number }>(
    `select count(*)::int as count from outbox where name = 'enrolment.changed'
    and payload ->> 'programId' = $1`,
    [program.program.id],
  )
  t.is(rows[0]?.count, 0)
  t.is((await program.call('POST /partners/ban', { partnerId: partner.id, reason: 'spam' })).status, 200)
  const [event] = await program.rows(`select payload from outbox where name = 'enrolment.changed' and payload ->> 'partnerId' = $1`, [
    partner.id,
  ])
  await runJobByName(api.resources, 'earnings.apply-enrolment-change', event.payload)
  t.is((await statuses())[1]?.[0], 'canceled')
})

test('what a banned customer spent counts for the spend limit again after the unban only', async (t) => {
  const program = await partnerProgram(api)
  await program.reward({ event: 'sale', amountInCents: 300, spendLimitAmount: 500, spendLimitInterval: 'allTime' })
  const { link, partner, enrolment } = await program.enrol()
  const clickId = await program.click(link)
  const sale = () => program.track('sale', { clickId, customerExternalId: 'ann', amount: 1000 })
  await sale()
  await program.compute()
  const change = { workspaceId: program.workspace.id, programId: program.program.id, partnerId: partner.id, enrolmentId: enrolment.id }
  for (const status of ['banned', 'approved']) {
    await pool().query('update enrolments set status = $2 where id = $1', [enrolment.id, status])
    await runJobByName(api.resources, 'earnings.apply-enrolment-change', { ...change, from: null, to: status })
  }
  await sale()
  await program.compute()
  t.deepEqual(
    (await program.commissions()).map(({ earnings }) => earnings),
    [300, 200],
  )
})
