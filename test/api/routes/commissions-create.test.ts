import test, { type ExecutionContext } from 'ava'
import { verifyAggregates } from '../../../shared/maintenance/verify/verify-aggregates.js'
import { type TestApi, testApi } from '../../support/api.js'
import { partnerProgram } from '../../support/earnings.js'
import { runJobByName } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => api.close())

/** What the verification finds. Links of the test do not count for the workspace. */
async function differences(workspaceId: string) {
  const { database, config } = api.resources
  const { found } = await verifyAggregates({ pool: database.pool, config, now: () => new Date() }, [workspaceId])
  return found.filter(({ table }) => table !== 'workspaces')
}

/** A program that pays 300 cents for a lead and five times its amount for a sale, with a partner and two links. */
async function withPartner() {
  const program = await partnerProgram(api)
  await program.reward({ event: 'lead', amountInCents: 300 })
  await program.reward({ event: 'sale', type: 'percentage', amountInPercentage: 50 })
  const { partner, enrolment, link } = await program.enrol()
  const partnerId = partner.id
  const create = (body: object) => program.call('POST /commissions', { partnerId, ...body })
  const jobs = () =>
    program.rows(`select payload from outbox where name = 'earnings.create-commission' and payload ->> 'partnerId' = $1 order by id`, [
      partnerId,
    ])
  /** Runs the jobs of all requests so far, each of them twice. */
  async function work() {
    for (const { payload } of await jobs()) for (const _ of [1, 2]) await runJobByName(api.resources, 'earnings.create-commission', payload)
    await program.compute()
  }
  const link2 = () =>
    api.make.link(program.workspace, { domain: program.domain.slug, programId: program.program.id, partnerId, trackConversion: true })
  const customer = { externalId: `ext-${partnerId}`, country: 'US', name: 'Ann', email: 'ann@example.com' }
  return { program, partner, enrolment, link, link2, create, jobs, work, customer }
}

test('a custom commission is created in the background, with its creator and its date', async (t) => {
  const { program, enrolment, create, work } = await withPartner()
  const { status, body } = await create({ type: 'custom', amount: 500, date: '2026-01-05T00:00:00Z', description: 'Bonus' })
  t.is(status, 202)
  t.deepEqual(body, { success: true, message: 'The commission is being created.' })
  await work()
  const [row, ...more] = await program.commissions()
  t.deepEqual(more, [])
  t.like(row, { type: 'custom', amount: 0, earnings: 500, quantity: 1, description: 'Bonus', status: 'pending' })
  t.is(row.created_at.toISOString(), '2026-01-05T00:00:00.000Z')
  t.truthy((await program.call('GET /commissions')).body[0].userId)
  t.is(await program.earned(enrolment), 500)
})

test('a clawback has negative earnings and its reason', async (t) => {
  const { program, enrolment, create, work } = await withPartner()
  const { status, body } = await create({ type: 'custom', amount: -500, description: 'order_canceled' })
  t.is(status, 202)
  t.is(body.message, 'The clawback is being created.')
  await work()
  t.like(await program.commissions(), [{ type: 'custom', amount: 0, earnings: -500, description: 'order_canceled' }])
  t.is(await program.earned(enrolment), -500)
})

test('a lead is recorded with a click before it, and earns what the reward says', async (t) => {
  const { program, link, create, work, customer } = await withPartner()
  t.is((await create({ type: 'lead', customer, leadEventDate: '2026-02-03T10:00:00Z' })).status, 202)
  await work()
  t.like(await program.commissions(), [{ type: 'lead', earnings: 300, link_id: link.id }])
  const [lead] = await program.leads()
  t.like(lead, { event_name: 'Sign up', link_id: link.id, country: 'US' })
  t.is(lead.timestamp.toISOString(), '2026-02-03T10:00:00.000Z')
  t.is(lead.timestamp.getTime() - lead.clicked_at.getTime(), 300_000)
  const [stored] = await program.customers()
  t.like(stored, {
    external_id: customer.externalId,
    name: 'Ann',
    link_id: link.id,
    partner_id: (await program.commissions())[0].partner_id,
  })
  t.is((await program.counters(link.id)).leads, 1)
  const [batch] = await program.rows(`select payload from outbox where name = 'tracking.ingest-clicks' and payload ->> 'id' = $1`, [
    `batch_${lead.click_id}`,
  ])
  for (const _ of [1, 2]) await runJobByName(api.resources, 'tracking.ingest-clicks', batch.payload)
  t.deepEqual(await program.rows('select clicks::int from links where id = $1', [link.id]), [{ clicks: 1 }])
})

test('a sale is recorded with its lead, and only the sale earns', async (t) => {
  const { program, enrolment, link, link2, create, work, customer } = await withPartner()
  const best = await link2()
  await program.rows('update links set sale_amount = 1 where id = $1', [best.id])
  const body = { type: 'sale', customer, saleAmount: 1000, invoiceId: 'inv-1', productId: 'pro' }
  t.is((await create(body)).status, 202)
  await work()
  t.like(await program.commissions(), [{ type: 'sale', amount: 1000, earnings: 500, invoice_id: 'inv-1', link_id: best.id }])
  t.is(await program.earned(enrolment), 500)
  t.like(await program.sales(), [{ amount: 1000, link_id: best.id, metadata: { productId: 'pro' } }])
  t.is((await program.leads()).length, 1)
  t.like(await program.counters(best.id), { leads: 1, sales: 1, conversions: 1, saleAmount: 1001 })
  t.is((await create(body)).status, 409)
  t.is((await create({ ...body, invoiceId: 'inv-2', linkId: link.id })).status, 202)
  await work()
  t.is((await program.commissions()).length, 2)
})

test('a lead and a sale may be described under the names that the dub SDK sends', async (t) => {
  const { program, create, work, customer } = await withPartner()
  const lead = { eventName: 'Demo', metadata: { plan: 'pro' } }
  t.is((await create({ type: 'lead', customer, date: '2026-02-03T10:00:00Z', lead })).status, 202)
  const details = { amount: 100, currency: 'EUR', eventName: 'Renewal', paymentProcessor: 'lemonsqueezy', invoiceId: 'inv-9' }
  const body = { type: 'sale', customer, date: '2026-02-04T10:00:00Z', sale: { ...details, metadata: { seats: 2 } } }
  t.is((await create({ ...body, saleAmount: 7, saleEventDate: '2026-01-01T00:00:00Z', invoiceId: 'old', productId: 'p1' })).status, 202)
  await work()
  const [storedLead] = await program.leads()
  t.like(storedLead, { event_name: 'Demo', metadata: { plan: 'pro' } })
  t.is(storedLead.timestamp.toISOString(), '2026-02-03T10:00:00.000Z')
  const [stored] = await program.sales()
  t.like(stored, {
    event_name: 'Renewal',
    original_amount: 100,
    original_currency: 'eur',
    payment_processor: 'lemonsqueezy',
    currency: 'usd',
  })
  t.is(stored.timestamp.toISOString(), '2026-02-04T10:00:00.000Z')
  t.deepEqual([stored.invoice_id, stored.metadata], ['inv-9', { productId: 'p1', seats: 2 }])
  t.true(stored.amount > 100)
  t.is((await program.commissions()).find(({ type }) => type === 'sale')?.amount, stored.amount)
  t.is((await create(body)).status, 409)
})

test('a sale of a customer whom the partner brought uses the lead that exists', async (t) => {
  const { program, link, create, work } = await withPartner()
  await program.track('lead', { clickId: await program.click(link), eventName: 'Demo', customerExternalId: 'ann' })
  await program.compute()
  const [{ id: customerId }] = await program.customers()
  t.is((await create({ type: 'sale', customerId, saleAmount: 200 })).status, 202)
  t.is((await create({ type: 'sale', customerId: 'ext_ann', saleAmount: 400 })).status, 202)
  await work()
  t.is((await program.leads()).length, 1)
  t.deepEqual(
    (await program.commissions()).map(({ type, earnings }) => [type, earnings]),
    [
      ['lead', 300],
      ['sale', 100],
      ['sale', 200],
    ],
  )
})

test('a lead that was recorded before the reward existed earns its commission', async (t) => {
  const program = await partnerProgram(api)
  const { partner, link, enrolment } = await program.enrol()
  await program.track('lead', { clickId: await program.click(link), eventName: 'Sign up', customerExternalId: 'ann' })
  await program.compute()
  t.is(await program.earned(enrolment), 0)
  await program.reward({ event: 'lead', amountInCents: 300 })
  await program.call('POST /commissions', { type: 'lead', partnerId: partner.id, customerId: 'ext_ann' })
  const [job] = await program.rows(
    `select payload from outbox where name = 'earnings.create-commission' and payload ->> 'partnerId' = $1`,
    [partner.id],
  )
  await runJobByName(api.resources, 'earnings.create-commission', job.payload)
  await program.compute()
  t.is((await program.leads()).length, 1)
  t.is(await program.earned(enrolment), 300)
})

test('a customer with a lead by another link gets one by the link of the partner', async (t) => {
  const { program, link, create, work } = await withPartner()
  await program.track('lead', { clickId: await program.click(program.link), eventName: 'Sign up', customerExternalId: 'ann' })
  t.is((await create({ type: 'lead', customerId: 'ext_ann' })).status, 202)
  await work()
  t.deepEqual((await program.leads()).map(({ link_id }) => link_id).toSorted(), [program.link.id, link.id].toSorted())
  t.like(await program.commissions(), [{ type: 'lead', earnings: 300, link_id: link.id }])
})

for (const name of ['ΑΓΟΡΑΣ', 'İndirme'])
  test(`a lead named ${name} is recorded once`, async (t) => {
    const { program, create, work, customer } = await withPartner()
    for (const _ of [1, 2]) {
      t.is((await create({ type: 'lead', customer, leadEventName: name })).status, 202)
      await work()
    }
    t.deepEqual(
      (await program.leads()).map(({ event_name }) => event_name),
      [name],
    )
    t.like(await program.commissions(), [{ type: 'lead', earnings: 300 }])
  })

test('a sale of the past is the first one of its customer, and the sale of today a later one', async (t) => {
  const { program, link, create, work } = await withPartner()
  await program.track('sale', { clickId: await program.click(link), customerExternalId: 'ann', amount: 500 })
  t.is((await create({ type: 'sale', customerId: 'ext_ann', saleAmount: 200, saleEventDate: '2026-02-03T10:00:00Z' })).status, 202)
  await work()
  t.deepEqual(
    (await program.sales()).map(({ amount, recurring }) => [amount, recurring]),
    [
      [200, false],
      [500, true],
    ],
  )
  t.like((await program.call('GET /analytics?event=sales&saleType=new&interval=all')).body, { sales: 1, saleAmount: 200 })
  t.like(await program.counters(link.id), { conversions: 1, sales: 2, saleAmount: 700 })
  t.deepEqual(await differences(program.workspace.id), [])
})

test('the verification misses no commission for the lead of a sale that was entered', async (t) => {
  const { program, create, work, customer } = await withPartner()
  t.is((await create({ type: 'sale', customer, saleAmount: 100 })).status, 202)
  await work()
  t.is((await program.leads()).length, 1)
  t.like(await program.commissions(), [{ type: 'sale', earnings: 50 }])
  t.deepEqual(await differences(program.workspace.id), [])
})

test('a sale from before its link moved to the workspace does not count for the link', async (t) => {
  const { program, link, create, work, customer } = await withPartner()
  await program.rows(`update links set stats_reset_at = '2026-06-01T00:00:00Z' where id = $1`, [link.id])
  for (const [month, invoiceId] of ['05', '07'].entries())
    t.is(
      (await create({ type: 'sale', customer, saleAmount: 100, saleEventDate: `2026-${invoiceId}-03T10:00:00Z`, invoiceId: `${month}` }))
        .status,
      202,
    )
  await work()
  t.is((await program.sales()).length, 2)
  t.deepEqual(await program.counters(link.id), { leads: 0, conversions: 0, sales: 1, saleAmount: 100 })
  t.deepEqual(await differences(program.workspace.id), [])
})

test('the payout of the partner contains the commission soon', async (t) => {
  const { program, create, work } = await withPartner()
  await create({ type: 'custom', amount: 700 })
  await work()
  const jobs = await program.rows(`select 1 from outbox where name = 'earnings.aggregate-payouts' and payload ->> 'programId' = $1`, [
    program.program.id,
  ])
  t.true(jobs.length > 0)
  await waitUntil(async () => {
    await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: program.program.id })
    return (await program.payouts()).some(({ amount }) => amount === 700)
  })
  t.pass()
})

const sale = { type: 'sale', saleAmount: 100 }
const someone = { externalId: 'new', country: 'US' }
for (const [title, body, status] of [
  ['without a type', { amount: 5 }, 422],
  ['of an unknown type', { type: 'referral', amount: 5 }, 422],
  ['of 0', { type: 'custom', amount: 0 }, 422],
  ['without an amount', { type: 'custom' }, 422],
  ['of a part of a cent', { type: 'custom', amount: 0.5 }, 422],
  ['that is a clawback without a reason', { type: 'custom', amount: -5, description: ' ' }, 422],
  ['in the future', { type: 'custom', amount: 5, date: '2999-01-01' }, 422],
  ['for a sale of 0', { type: 'sale', saleAmount: 0, customer: someone }, 422],
  ['for a sale without an amount', { type: 'sale', customer: someone }, 422],
  ['for a sale in an unknown currency', { type: 'sale', sale: { amount: 5, currency: 'xyz' }, customer: someone }, 422],
  ['for a sale without an amount among its details', { type: 'sale', sale: { invoiceId: 'x' }, customer: someone }, 422],
  ['from invoices and the details of a sale', { type: 'sale', sale: { amount: 5 }, customer: someone, importStripeInvoices: true }, 400],
  ['for a customer without a country', { ...sale, customer: { externalId: 'new' } }, 422],
  ['for no customer', sale, 400],
  ['for two customers', { ...sale, customer: someone, customerId: 'cus_1' }, 400],
  ['for an unknown customer', { ...sale, customerId: 'cus_unknown' }, 404],
  ['by an unknown link', { ...sale, customer: someone, linkId: 'link_unknown' }, 404],
  ['of an unknown partner', { type: 'custom', amount: 5, partnerId: 'pn_unknown' }, 404],
  ['from invoices and an amount', { ...sale, customer: someone, importStripeInvoices: true }, 400],
] as const)
  test(`a commission ${title} is refused`, async (t) => {
    const { create, jobs } = await withPartner()
    const response = await create(body)
    t.is(response.status, status, JSON.stringify(response.body))
    t.deepEqual(await jobs(), [])
  })

const invoiceCount = 1201
const firstPaidAt = 1_700_000_000

/** A Stripe API with 1,201 paid invoices of ten dollars, an hour apart, newest first: one is free, one is refunded, one in part. */
const stripeApi = (t: ExecutionContext, { failAfter }: { failAfter?: number } = {}) => {
  let requests = 0
  const all = Array.from({ length: invoiceCount }, (_, index) => {
    const number = invoiceCount - index
    return {
      id: `in_${number}`,
      amount_paid: number === 50 ? 0 : 1000,
      total: number === 50 ? 0 : 1000,
      currency: 'usd',
      charge: { id: `ch_${number}`, amount: 1000, amount_refunded: { 20: 1000, 30: 400 }[number] ?? 0 },
      status_transitions: { paid_at: firstPaidAt + number * 3600 },
    }
  })
  return loopbackServer(t, (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://stripe.example')
    if (request.headers.authorization !== 'Bearer rk_live_1') return void response.writeHead(401).end('{}')
    if (searchParams.get('customer') !== 'cus_ann') return void response.end('{"data":[],"has_more":false}')
    if (failAfter !== undefined && ++requests > failAfter) return void response.writeHead(503).end('{}')
    const at = (name: string) => all.findIndex(({ id }) => id === searchParams.get(name))
    const before = at('ending_before')
    const from = before === -1 ? at('starting_after') + 1 : Math.max(0, before - 100)
    const to = before === -1 ? from + 100 : before
    response.end(JSON.stringify({ data: all.slice(from, to), has_more: before === -1 ? to < all.length : from > 0 }))
  })
}

/** Runs the steps of an import to its end, each twice, as after a crash between its end and the note of it. */
async function runImport(
  program: Awaited<ReturnType<typeof withPartner>>['program'],
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number> {
  for (let steps = 0; ; steps++) {
    const [next] = await program.rows(
      `delete from outbox where id = (select id from outbox where name = 'earnings.import-stripe-invoices' and payload ->> 'workspaceId' = $1 limit 1)
       returning payload`,
      [program.workspace.id],
    )
    if (!next) return steps
    await runJobByName(api.resources, 'earnings.import-stripe-invoices', next.payload)
    await between()
    if (steps === 3) await runJobByName(api.resources, 'earnings.import-stripe-invoices', next.payload)
  }
}

test('the paid invoices of a Stripe customer become sales with commissions, each once', async (t) => {
  const { origin } = await stripeApi(t)
  const { program, enrolment, create, customer } = await withPartner()
  const importing = (stripeCustomerId?: string) =>
    create({ type: 'sale', importStripeInvoices: true, customer: { ...customer, stripeCustomerId } })
  const message = async (stripeCustomerId?: string) => {
    const { status, body } = await importing(stripeCustomerId)
    return `${status} ${body.error.message}`
  }
  t.regex(await message(), /^400 The customer has no stripeCustomerId/)
  t.regex(await message('cus_ann'), /^400 STRIPE_CONNECTION_REQUIRED/)
  const connection = { providerSlug: 'stripe', signingSecret: 'whsec_secret', settings: { apiUrl: origin } }
  const { body } = await program.call('POST /integrations/connections', { ...connection, apiKey: 'rk_live_wrong' })
  t.regex(await message('cus_ann'), /^400 STRIPE_RECONNECT_REQUIRED/)
  await program.call(`PATCH /integrations/connections/${body.id}`, { apiKey: 'rk_live_1' })
  t.regex(await message('cus_other'), /^400 Stripe has no paid invoice/)

  t.is((await importing('cus_ann')).status, 202)
  // A webhook refunds a sale as soon as it is recorded.
  t.true((await runImport(program, () => program.call('POST /track/refund', { invoiceId: 'in_20', refundId: 'ch_20:1000' }))) > 13)
  const refundIds = await program.rows('select refund_id as id from refund_claims where workspace_id = $1', [program.workspace.id])
  t.deepEqual(refundIds.map(({ id }) => id).toSorted(), ['ch_20:1000', 'ch_30:400'])
  await program.compute()
  const commissions = await program.commissions()
  t.is(commissions.length, invoiceCount - 1)
  const refunded = commissions.filter(({ status }) => status === 'refunded')
  t.deepEqual(
    refunded.map(({ invoice_id }) => invoice_id),
    ['in_20'],
  )
  t.is(commissions.find(({ invoice_id }) => invoice_id === 'in_30').earnings, 300)
  t.true(commissions.every(({ type, earnings, invoice_id }) => type === 'sale' && (earnings === 500 || invoice_id === 'in_30')))
  t.is(await program.earned(enrolment), (invoiceCount - 3) * 500 + 300)
  t.is(commissions.map(({ created_at }) => created_at.getTime()).toSorted()[0], (firstPaidAt + 3600) * 1000)
  t.is((await importing('cus_ann')).status, 202)
  await runImport(program)
  t.is((await program.commissions()).length, invoiceCount - 1)
})

test('an import of invoices that Stripe interrupts keeps what it has', async (t) => {
  const { origin } = await stripeApi(t, { failAfter: 16 })
  const { program, create, customer } = await withPartner()
  await program.call('POST /integrations/connections', {
    ...{ providerSlug: 'stripe', signingSecret: 'whsec_secret', settings: { apiUrl: origin }, apiKey: 'rk_live_1' },
  })
  const body = { type: 'sale', importStripeInvoices: true, customer: { ...customer, stripeCustomerId: 'cus_ann' } }
  t.is((await create(body)).status, 202)
  await t.throwsAsync(runImport(program), { message: /STRIPE_RECONNECT_REQUIRED/ })
  await program.compute()
  const count = (await program.commissions()).length
  t.true(count > 0 && count < invoiceCount - 1)
})

test('a partner without links cannot have a sale', async (t) => {
  const program = await partnerProgram(api)
  const partner = await api.make.partner()
  await api.make.enrolment(program.program, partner)
  const { status, body } = await program.call('POST /commissions', { ...sale, partnerId: partner.id, customer: someone })
  t.is(status, 400)
  t.true(body.error.message.includes('no links'))
})
