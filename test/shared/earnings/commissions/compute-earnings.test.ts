import test from 'ava'
import { spendLimitIntervals } from '../../../../shared/earnings/rewards/spend-limit.js'
import { reinstateSale } from '../../../../shared/tracking/index.js'
import { type TestApi, testApi } from '../../../support/api.js'
import { partnerProgram, type PartnerProgram } from '../../../support/earnings.js'
import { runJobByName } from '../../../support/jobs.js'
import { waitUntil } from '../../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api.close())

const pool = () => api.resources.database.pool

/** A program that pays 20 % of sales and 300 cents for a lead, with one partner and a click of a customer. */
async function withPartner(saleReward: object = {}) {
  const program = await partnerProgram(api)
  await program.reward({ event: 'lead', amountInCents: 300 })
  await program.reward({ event: 'sale', type: 'percentage', amountInPercentage: 20, ...saleReward })
  const partner = await program.enrol()
  const clickId = await program.click(partner.link)
  const lead = (customerExternalId: string, body: object = {}) =>
    program.track('lead', { clickId, eventName: 'Sign up', customerExternalId, ...body })
  const sale = (customerExternalId: string, amount: number, body: object = {}) =>
    program.track('sale', { customerExternalId, amount, ...body })
  return { program, ...partner, clickId, lead, sale }
}

const amounts = async (program: PartnerProgram) =>
  (await program.commissions()).map(({ type, status, amount, earnings }) => ({ type, status, amount, earnings }))

test('a lead and a sale of a partner link become commissions, and the enrolment has earned their sum', async (t) => {
  const { program, enrolment, partner, link, lead, sale } = await withPartner()
  await lead('ann')
  await sale('ann', 5000, { invoiceId: 'inv-1', metadata: { plan: 'pro' } })
  await program.compute()
  const [first, second] = await program.commissions()
  const [customer] = await program.customers()
  t.like(first, { type: 'lead', status: 'pending', amount: 0, earnings: 300, quantity: 1, currency: 'usd', invoice_id: null })
  t.like(second, { type: 'sale', status: 'pending', amount: 5000, earnings: 1000, quantity: 1, invoice_id: 'inv-1' })
  for (const commission of [first, second])
    t.like(commission, { partner_id: partner.id, link_id: link.id, customer_id: customer.id, payout_id: null })
  t.deepEqual((await program.call('GET /commissions?type=sale')).body[0].metadata, { plan: 'pro' })
  t.is(await program.earned(enrolment), 1300)
  t.is(await program.pending(), 0)
})

test('a lead with a quantity earns that many times the amount', async (t) => {
  const { program, lead } = await withPartner()
  await lead('ann', { eventQuantity: 3 })
  await program.compute()
  t.like(await program.commissions(), [{ type: 'lead', earnings: 900, quantity: 3 }])
})

test('a customer earns one lead commission, however many leads they have', async (t) => {
  const { program, lead } = await withPartner()
  await lead('ann')
  await lead('ann', { eventName: 'Demo' })
  await program.compute()
  await lead('ann', { eventName: 'Trial' })
  await program.compute()
  t.deepEqual(await amounts(program), [{ type: 'lead', status: 'pending', amount: 0, earnings: 300 }])
})

test('computing again changes nothing', async (t) => {
  const { program, enrolment, lead, sale } = await withPartner()
  await lead('ann')
  await sale('ann', 5000)
  await program.compute()
  const before = await program.commissions()
  // The same events as if the job had been killed before its commit, and as if it ran twice.
  await pool().query(
    `insert into pending_earnings (program_id, partner_id, at, event_id, kind, quantity)
     select $1, $2, timestamp, id, 'sale', 1 from sale_events where workspace_id = $3
     union all select $1, $2, timestamp, id, 'lead', 1 from lead_events where workspace_id = $3`,
    [program.program.id, before[0].partner_id, program.workspace.id],
  )
  await Promise.all([program.compute(), program.compute()])
  t.deepEqual(await program.commissions(), before)
  t.is(await program.earned(enrolment), 1300)
})

test('events of a partner are processed in their order', async (t) => {
  const modifiers = [
    { type: 'flat', amountInCents: 9000, conditions: [{ entity: 'sale', attribute: 'type', operator: 'equals_to', value: 'new' }] },
  ]
  const { program, lead, sale } = await withPartner({ type: 'flat', amountInPercentage: null, amountInCents: 100, modifiers })
  await lead('ann')
  for (const amount of [1000, 2000, 3000]) await sale('ann', amount)
  await program.compute()
  t.deepEqual(
    (await program.commissions()).slice(1).map(({ amount, earnings }) => [amount, earnings]),
    [
      [1000, 9000],
      [2000, 100],
      [3000, 100],
    ],
  )
})

test('a reversed refund takes its part of the spend limit again', async (t) => {
  const { program, enrolment, lead, sale } = await withPartner({ spendLimitAmount: 300, spendLimitInterval: 'allTime' })
  await lead('ann')
  await sale('ann', 1000, { invoiceId: 'disputed' })
  await program.compute()
  await program.track('refund', { invoiceId: 'disputed' })
  await program.compute()
  const dispute = { invoiceId: 'disputed', amount: 1000, reinstatementId: 'won', metadata: null }
  await program.inScope((scope) => reinstateSale(scope, dispute))
  await sale('ann', 1000)
  await program.compute()
  t.deepEqual(
    (await program.commissions()).slice(1).map(({ status, earnings }) => [status, earnings]),
    [
      ['pending', 200],
      ['pending', 100],
    ],
  )
  t.is(await program.earned(enrolment), 600)
})

test('products of a sale in another currency earn from their converted amounts', async (t) => {
  const modifiers = [
    {
      type: 'percentage',
      amountInPercentage: 50,
      conditions: [{ entity: 'sale', attribute: 'productId', operator: 'equals_to', value: 'course' }],
    },
  ]
  const { program, lead, sale } = await withPartner({ modifiers })
  await lead('ann')
  for (const [currency, all] of Object.entries({ jpy: 100_000, kwd: 100_000, usd: 10_000 })) {
    const products = [
      { id: 'course', amount: all / 4, quantity: 1 },
      { id: 'book', amount: all - all / 4, quantity: 1 },
    ]
    await sale('ann', all, { currency, metadata: { products } })
  }
  await program.compute()
  const sales = (await program.commissions()).slice(1)
  t.is(sales.length, 3)
  for (const { amount, earnings } of sales) {
    const course = Math.round(amount / 4)
    t.is(earnings, Math.round(course / 2) + Math.round((amount - course) / 5))
  }
})

test('a reward for the first sale pays once per customer', async (t) => {
  const { program, lead, sale } = await withPartner({ maxDuration: 0 })
  for (const customer of ['ann', 'bob']) await lead(customer)
  for (const customer of ['ann', 'bob', 'ann']) await sale(customer, 1000)
  await program.compute()
  await sale('bob', 1000)
  await program.compute()
  t.is((await amounts(program)).filter(({ type }) => type === 'sale').length, 2)
})

test('a partial refund reduces amount and earnings in proportion, and a full one sets the status', async (t) => {
  const { program, enrolment, lead, sale } = await withPartner()
  await lead('ann')
  await sale('ann', 1000, { invoiceId: 'paid' })
  await program.compute()
  await program.track('refund', { invoiceId: 'paid', amount: 250 })
  await program.compute()
  t.like((await amounts(program))[1], { status: 'pending', amount: 750, earnings: 150 })
  t.is(await program.earned(enrolment), 450)
  await program.track('refund', { invoiceId: 'paid' })
  await program.compute()
  t.like((await program.commissions())[1], { status: 'refunded', amount: 1000, earnings: 200, refunded_amount: 1000 })
  t.is(await program.earned(enrolment), 300)
})

test('a refund that arrives together with its sale is applied to it', async (t) => {
  const { program, lead, sale } = await withPartner()
  await lead('ann')
  await sale('ann', 1000, { invoiceId: 'paid' })
  await program.track('refund', { invoiceId: 'paid', amount: 500 })
  await program.compute()
  t.like((await program.commissions())[1], { status: 'pending', amount: 500, earnings: 100, refunded_amount: 500 })
})

test('the commission of a paid payout stays when its sale is refunded', async (t) => {
  const { program, enrolment, lead, sale } = await withPartner()
  await lead('ann')
  await sale('ann', 1000, { invoiceId: 'paid' })
  await program.compute()
  await pool().query(`update commissions set status = 'paid' where program_id = $1`, [program.program.id])
  await program.track('refund', { invoiceId: 'paid' })
  await program.compute()
  t.like((await program.commissions())[1], { status: 'paid', amount: 1000, earnings: 200, refunded_amount: 1000 })
  t.is(await program.earned(enrolment), 500)
})

for (const status of ['approved', 'archived', 'invited'] as const) {
  test(`an ${status} partner earns commissions`, async (t) => {
    const { program, enrolment, lead } = await withPartner()
    await pool().query('update enrolments set status = $2 where id = $1', [enrolment.id, status])
    await lead('ann')
    await program.compute()
    t.is(await program.earned(enrolment), 300)
  })
}

for (const status of ['pending', 'rejected', 'declined', 'deactivated', 'banned'] as const) {
  test(`a ${status} partner earns nothing`, async (t) => {
    const { program, enrolment, lead } = await withPartner()
    await pool().query('update enrolments set status = $2 where id = $1', [enrolment.id, status])
    await lead('ann')
    await program.compute()
    t.deepEqual(await program.commissions(), [])
    t.is(await program.pending(), 0)
  })
}

test('a reward with a spend limit pays a customer up to the limit, and says so', async (t) => {
  const { program, lead, sale } = await withPartner({ spendLimitAmount: 500, spendLimitInterval: 'allTime' })
  for (const customer of ['ann', 'bob']) await lead(customer)
  await sale('ann', 1000)
  await sale('ann', 2000)
  await program.compute()
  await sale('ann', 1000)
  await sale('bob', 1000)
  await program.compute()
  const sales = (await program.commissions()).filter(({ type }) => type === 'sale')
  t.deepEqual(
    sales.map(({ earnings }) => earnings),
    [200, 300, 200],
  )
  t.deepEqual(
    sales.map(({ description }) => description !== null),
    [false, true, false],
  )
})

for (const spendLimitInterval of spendLimitIntervals)
  test(`a reward with the spend limit of the interval ${spendLimitInterval} pays later sales what is left`, async (t) => {
    const { program, lead, sale } = await withPartner({ spendLimitAmount: 500, spendLimitInterval })
    await lead('ann')
    for (const amount of [1000, 2000]) {
      await sale('ann', amount)
      await program.compute()
    }
    const sales = (await program.commissions()).filter(({ type }) => type === 'sale')
    t.like(sales, [{ earnings: 200 }, { earnings: 300 }])
  })

test('a refund leaves more of a spend limit for later sales, also of those computed together with it', async (t) => {
  const { program, lead, sale } = await withPartner({ spendLimitAmount: 500, spendLimitInterval: 'allTime' })
  await lead('ann')
  await sale('ann', 2000, { invoiceId: 'first' })
  await program.track('refund', { invoiceId: 'first', amount: 1000 })
  await sale('ann', 2000, { invoiceId: 'second' })
  await program.track('refund', { invoiceId: 'second' })
  await sale('ann', 1000)
  await program.compute()
  const sales = (await program.commissions()).filter(({ type }) => type === 'sale')
  t.like(sales, [
    { status: 'pending', amount: 1000, earnings: 200 },
    { status: 'refunded', earnings: 300 },
    { status: 'pending', earnings: 200 },
  ])
})

test('links without a partner and partners of other programs earn nothing', async (t) => {
  const { program, lead } = await withPartner()
  const clickId = await program.click(program.link)
  await lead('zoe', { clickId })
  t.is(await program.pending(), 0)
  const other = await withPartner()
  await other.lead('ann')
  await program.compute()
  await other.program.compute()
  t.deepEqual(await program.commissions(), [])
  t.is((await other.program.commissions()).length, 1)
})

test.serial('a partner whose commissions cannot be computed does not delay the others', async (t) => {
  const broken = await withPartner()
  const fine = await withPartner()
  // Conditions that no version of this code writes.
  await pool().query(`update rewards set modifiers = '[{"conditions":5}]' where program_id = $1`, [broken.program.program.id])
  await broken.lead('ann')
  await fine.lead('ann')
  await fine.program.compute()
  t.is(await fine.program.earned(fine.enrolment), 300)
  await broken.program.compute()
  t.is(await broken.program.pending(), 1)
  await pool().query(`update pending_earnings set retry_at = now() + interval '1 hour' where program_id = $1`, [broken.program.program.id])
  await pool().query('update rewards set modifiers = null where program_id = $1', [broken.program.program.id])
  await broken.program.compute()
  t.is(await broken.program.pending(), 1, 'not before the retry is due')
  await pool().query(`update pending_earnings set retry_at = now() where program_id = $1`, [broken.program.program.id])
  await broken.program.compute()
  t.is(await broken.program.earned(broken.enrolment), 300)
})

test('a webhook gets the commission with partner, customer and link', async (t) => {
  const program = await partnerProgram(api, { webhookTriggers: ['commission.created'] })
  await program.reward({ event: 'lead', amountInCents: 300 })
  const { link, partner } = await program.enrol({ name: 'Ada' })
  await program.track('lead', { clickId: await program.click(link), eventName: 'Sign up', customerExternalId: 'ann' })
  await program.compute()
  const [event] = await program.rows('select trigger, data from webhook_outbox where workspace_id = $1', [program.workspace.id])
  t.is(event.trigger, 'commission.created')
  const data = typeof event.data === 'string' ? JSON.parse(event.data) : event.data
  t.like(data, {
    type: 'lead',
    status: 'pending',
    earnings: 300,
    partner: { id: partner.id, name: 'Ada', totalLeads: 1, totalCommissions: 300 },
  })
  t.is(data.customer.externalId, 'ann')
  t.is(data.link.id, link.id)
})

test('runs on an empty database', async (t) => {
  await t.notThrowsAsync(runJobByName(api.resources, 'earnings.compute-commissions'))
})

test('the commissions of a merged customer belong to the remaining one', async (t) => {
  const { program, lead } = await withPartner()
  await lead('ann')
  await lead('bob')
  await program.compute()
  const [ann, bob] = await program.customers()
  await runJobByName(api.resources, 'earnings.move-merged-customer', {
    workspaceId: program.workspace.id,
    customerId: ann.id,
    mergedId: bob.id,
  })
  t.deepEqual(
    (await program.commissions()).map(({ customer_id }) => customer_id),
    [ann.id, ann.id],
  )
})

test('a lead after a merge is not the first one, also before the job of the merge has run', async (t) => {
  const { program, lead } = await withPartner()
  const { body: ann } = await program.call('POST /customers', { externalId: 'ann' })
  await lead('bob')
  await program.compute()
  const [{ customer_id: bobId }] = await program.commissions()
  t.is((await program.call(`POST /customers/${ann.id}/merge`, { customerId: bobId })).status, 200)
  await lead('ann', { eventName: 'Demo' })
  await program.compute()
  t.deepEqual(
    (await program.commissions()).map(({ customer_id }) => customer_id),
    [ann.id],
  )
})

test('a commission of a merged customer that was being computed during the merge moves too', async (t) => {
  const { program, lead } = await withPartner()
  await lead('ann')
  await lead('bob')
  await program.compute()
  const [ann, bob] = await program.customers()
  const [ofBob] = await program.rows('delete from commissions where customer_id = $1 returning *', [bob.id])
  const computing = await pool().connect()
  try {
    await computing.query('begin')
    await computing.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [`earnings ${program.program.id}`])
    await computing.query('insert into commissions select * from json_populate_record(null::commissions, $1)', [JSON.stringify(ofBob)])
    const [{ pid }] = (await computing.query('select pg_backend_pid() as pid')).rows
    const payload = { workspaceId: program.workspace.id, customerId: ann.id, mergedId: bob.id }
    let isMoved = false
    const moved = runJobByName(api.resources, 'earnings.move-merged-customer', payload).then(() => (isMoved = true))
    const isWaiting = async () =>
      (await pool().query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [pid])).rowCount === 1
    await waitUntil(async () => isMoved || (await isWaiting()))
    await computing.query('commit')
    await moved
  } finally {
    computing.release()
  }
  t.deepEqual(
    (await program.commissions()).map(({ customer_id }) => customer_id),
    [ann.id, ann.id],
  )
})
