/** The effects of inbound deliveries, in any order of arrival. */
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { verifyAggregates } from '../../../shared/maintenance/verify/verify-aggregates.js'
import { type TestApi, testApi } from '../../support/api.js'
import { openInboundConnection, type InboundConnection } from '../../support/inbound-connection.js'
import { runJobByName } from '../../support/jobs.js'
import { loopbackServer } from '../../support/loopback-server.js'
import { sampleOf, stripe, type ProviderEventSample } from '../../support/provider-samples.js'
import { waitUntil } from '../../support/wait-until.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => api?.close())

const openStripe = () => openInboundConnection(api, sampleOf('stripe'))
/** Sends events, processes all deliveries and returns the last one. */
async function sendAndProcess(receiver: InboundConnection, ...events: ProviderEventSample[]) {
  for (const event of events) await receiver.send(event)
  await receiver.processDeliveries()
  return (await receiver.deliveries()).at(-1)
}
/** Without those of the workspace, which include clicks and links that tests insert directly. */
async function wrongCounters({ workspace }: InboundConnection) {
  const { found } = await verifyAggregates({ pool: api.resources.database.pool, now: () => new Date() }, [workspace.id])
  return found.filter(({ table }) => table !== 'workspaces')
}
const invoice = (unique: string, fields: object = {}) =>
  stripe('invoice.paid', { id: `in_${unique}`, customer: `cus_${unique}`, total: 1000, amount_paid: 1000, currency: 'usd', ...fields })
const charge = (unique: string, cumulative: number) =>
  stripe('charge.refunded', { id: `ch_${unique}`, invoice: `in_${unique}`, amount_refunded: cumulative })

test('a checkout and the invoice of the same purchase are one sale, in any order', async (t) => {
  for (const order of ['checkout first', 'invoice first']) {
    const receiver = await openStripe()
    const { clickId, unique } = await receiver.createVisitor()
    const checkout = stripe('checkout.session.completed', {
      id: `cs_${unique}`,
      mode: 'subscription',
      payment_status: 'paid',
      invoice: `in_${unique}`,
      customer: `cus_${unique}`,
      client_reference_id: `svc_id_${clickId}`,
      amount_total: 1000,
      currency: 'usd',
    })
    const events = [checkout, invoice(unique)]
    await sendAndProcess(receiver, ...(order === 'checkout first' ? events : events.toReversed()))
    t.deepEqual(await receiver.counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 1000 }, order)
    t.is((await receiver.customers())[0].stripe_customer_id, `cus_${unique}`)
  }
})

test('a renewal is attributed to the link of its customer, whichever identifier the event uses', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  await receiver.track('lead', {
    clickId,
    eventName: 'Sign up',
    customerExternalId: `user-${unique}`,
    customerEmail: `${unique}@example.com`,
  })
  await sendAndProcess(receiver, invoice(`a${unique}`, { customer_email: `${unique.toUpperCase()}@example.com` }))
  await sendAndProcess(receiver, invoice(`b${unique}`, { customer: `cus_a${unique}`, billing_reason: 'subscription_cycle' }))
  await sendAndProcess(receiver, invoice(`c${unique}`, { customer: 'cus_new', metadata: { customerExternalId: `user-${unique}` } }))
  t.like(await receiver.counters(), { leads: 1, sales: 3, saleAmount: 3000 })
  t.is((await receiver.customers()).length, 1)
})

test('a sale after a trial is attributed by the click of its checkout, also if trials are no leads', async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('stripe'), { settings: { freeTrials: false } })
  const { clickId, unique } = await receiver.createVisitor()
  const trial = {
    id: `cs_${unique}`,
    mode: 'subscription',
    payment_status: 'no_payment_required',
    customer: `cus_${unique}`,
    amount_total: 0,
  }
  await sendAndProcess(receiver, stripe('checkout.session.completed', { ...trial, metadata: { svc_id: clickId } }))
  t.like(await receiver.counters(), { leads: 0, sales: 0 })
  t.like(await sendAndProcess(receiver, invoice(unique)), { state: 'processed' })
  t.like(await receiver.counters(), { sales: 1, saleAmount: 1000 })
})

test('a renewal of a merged customer is attributed to the remaining one', async (t) => {
  for (const learned of ['by events', 'by the API']) {
    const receiver = await openStripe()
    const { unique } = await receiver.createVisitor()
    const { key } = receiver
    for (const name of ['a', 'b']) {
      const [id, externalId] = [`cus_${name}${unique}`, `user-${name}${unique}`]
      await trackLead(receiver, externalId, {})
      if (learned === 'by events')
        await sendAndProcess(receiver, invoice(`${name}${unique}`, { metadata: { customerExternalId: externalId } }))
      else t.is((await api.call(`PATCH /customers/ext_${externalId}`, { key, body: { stripeCustomerId: id } })).status, 200)
    }
    const body = { customerId: `ext_user-b${unique}` }
    t.is((await api.call(`POST /customers/ext_user-a${unique}/merge`, { key, body })).status, 200)
    const before = (await receiver.counters()).sales
    for (const name of ['a', 'b']) await sendAndProcess(receiver, invoice(`renewal${name}${unique}`, { customer: `cus_${name}${unique}` }))
    t.is((await receiver.counters()).sales - before, 2, learned)
    t.is((await receiver.customers()).length, 1)
  }
})

test('a sale of an unknown customer is counted once the customer becomes known', async (t) => {
  const receiver = await openStripe()
  const { unique } = await receiver.createVisitor()
  const sale = invoice(unique, { customer_email: `${unique}@example.com` })
  t.like(await sendAndProcess(receiver, sale), { state: 'ignored', reason: 'unattributed: no click is known for this customer' })
  t.like(await receiver.counters(), { leads: 0, sales: 0 })
  await sendAndProcess(
    receiver,
    stripe('customer.created', {
      id: `cus_${unique}`,
      email: `${unique}@example.com`,
      metadata: { svc_id: await clickAt(receiver, -60_000) },
    }),
  )
  t.like(await receiver.counters(), { leads: 1, sales: 1, saleAmount: 1000 })
  t.like((await receiver.deliveries())[0], { state: 'processed', reason: null })
})

test('a pending sale is found by any identifier of its customer, also by that of a lead tracked through the API', async (t) => {
  const receiver = await openStripe()
  const { unique } = await receiver.createVisitor()
  await sendAndProcess(receiver, invoice(unique, { customer_email: `${unique}@Example.com` }))
  await trackLead(receiver, `user-${unique}`, { customerEmail: `${unique}@example.com` })
  t.deepEqual(await receiver.processDeliveries(), [])
  t.like((await receiver.deliveries())[0], { state: 'processed', reason: null })
  t.like(await receiver.counters(), { leads: 1, sales: 1, saleAmount: 1000 })
})

test('a sale whose customer becomes known while it is processed is counted', async (t) => {
  const receiver = await openStripe()
  const { unique } = await receiver.createVisitor()
  const sale = invoice(unique, { metadata: { customerExternalId: `user-${unique}` } })
  const { pool } = api.resources.database
  const holder = await pool.connect()
  try {
    // The sale waits for this row after it has looked for its customer.
    await holder.query('begin')
    await holder.query(
      `insert into integration_sales (workspace_id, provider, reference, sale, created_at) values ($1, 'stripe', $2, $2, now())`,
      [receiver.workspace.id, `in_${unique}`],
    )
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    await receiver.send(sale)
    const processed = receiver.processDeliveries()
    const isWaiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
    await waitUntil(async () => (await pool.query(isWaiting, [rows[0].pid])).rowCount === 1)
    await trackLead(receiver, `user-${unique}`)
    await holder.query('rollback')
    t.deepEqual(await processed, [])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  t.like((await receiver.deliveries())[0], { state: 'processed', reason: null })
  t.like(await receiver.counters(), { leads: 1, sales: 1 })
})

/** Tracks a lead of an earlier click through the API, and runs the job that retries pending deliveries. */
async function trackLead(receiver: InboundConnection, customerExternalId: string, more: Record<string, unknown> = {}): Promise<void> {
  await receiver.track('lead', { clickId: await clickAt(receiver, -60_000), eventName: 'Sign up', customerExternalId, ...more })
  const [lead] = await receiver.leads()
  await runJobByName(api.resources, 'integrations.retry-pending-deliveries', {
    workspaceId: receiver.workspace.id,
    eventId: lead.id,
    customerId: lead.customer_id,
    linkId: lead.link_id,
    clickId: lead.click_id,
    quantity: 1,
  })
}

/** A click with a timestamp relative to now. */
async function clickAt(receiver: InboundConnection, milliseconds: number): Promise<string> {
  return (await api.make.click(receiver.link, { timestamp: new Date(Date.now() + milliseconds) })).id
}

test('a pending sale is counted after its lead is tracked through the API', async (t) => {
  const receiver = await openStripe()
  const { unique } = await receiver.createVisitor()
  await sendAndProcess(receiver, invoice(unique, { metadata: { customerExternalId: `user-${unique}` } }))
  await trackLead(receiver, `user-${unique}`)
  t.deepEqual(await receiver.processDeliveries(), [])
  t.like(await receiver.counters(), { leads: 1, sales: 1 })
})

test('a sale is not attributed to a later click', async (t) => {
  const receiver = await openStripe()
  const { unique } = await receiver.createVisitor()
  await sendAndProcess(receiver, invoice(unique))
  const later = await clickAt(receiver, 60_000)
  await sendAndProcess(receiver, stripe('customer.created', { id: `cus_${unique}`, metadata: { svc_id: later } }))
  t.like((await receiver.deliveries())[0], { state: 'ignored', reason: 'unattributed: the click is later than the sale' })
  t.like(await receiver.counters(), { leads: 1, sales: 0 })
})

test("a provider's numeric customer id does not match the workspace's own external ids", async (t) => {
  const receiver = await openInboundConnection(api, sampleOf('lemonsqueezy'))
  const { clickId, unique } = await receiver.createVisitor()
  const sale = sampleOf('lemonsqueezy').sale?.({ clickId, unique }) as ProviderEventSample & {
    body: { data: { attributes: { customer_id: number } } }
  }
  const { customer_id: id } = sale.body.data.attributes
  await receiver.track('lead', { clickId, eventName: 'Sign up', customerExternalId: String(id), customerName: 'Another customer' })
  await sendAndProcess(receiver, sale)
  t.deepEqual(
    (await receiver.customers()).map(({ external_id: name, sales }) => [name, Number(sales)]),
    [
      [String(id), 0],
      [`lemonsqueezy_${id}`, 1],
    ],
  )
})

test('a click of another workspace is not attributed', async (t) => {
  const [receiver, other] = [await openStripe(), await openStripe()]
  const { clickId } = await other.createVisitor()
  const { unique } = await receiver.createVisitor()
  t.like(
    await sendAndProcess(
      receiver,
      stripe('checkout.session.completed', {
        id: `cs_${unique}`,
        mode: 'payment',
        payment_status: 'paid',
        customer: `cus_${unique}`,
        client_reference_id: `svc_id_${clickId}`,
        amount_total: 1000,
        currency: 'usd',
      }),
    ),
    { state: 'ignored' },
  )
  for (const { counters } of [receiver, other]) t.like(await counters(), { leads: 0, sales: 0 })
})

test('cumulative refunds are deducted once each, in any order', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  await sendAndProcess(
    receiver,
    stripe('customer.created', { id: `cus_${unique}`, metadata: { svc_id: clickId } }),
    invoice(unique, { total: 1200, amount_paid: 1200, total_excluding_tax: 1000 }),
  )
  await sendAndProcess(receiver, charge(unique, 300))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 750 })
  await sendAndProcess(receiver, charge(unique, 900), charge(unique, 600), charge(unique, 900))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 250 })
  await sendAndProcess(receiver, charge(unique, 1200))
  t.like(await receiver.counters(), { sales: 0, saleAmount: 0 })
})

test('refunds without an id are deducted once each, whatever order they are for', async (t) => {
  const sample = sampleOf('segment')
  const receiver = await openInboundConnection(api, sample)
  const [one, two] = [await receiver.createVisitor(), await receiver.createVisitor()]
  const refundOf = ({ unique }: { unique: string }, total: number, timestamp: string): ProviderEventSample => {
    const event = sample.refund?.({ clickId: '', unique }) as ProviderEventSample
    const body = event.body as { properties: object }
    return { ...event, body: { ...body, messageId: undefined, timestamp, properties: { ...body.properties, total } } }
  }
  await sendAndProcess(receiver, ...[one, two].map((visitor) => sample.sale?.(visitor) as ProviderEventSample))
  const [first, second] = [refundOf(one, 12, '2026-05-01T10:00:00Z'), refundOf(one, 12, '2026-05-01T11:00:00Z')]
  await sendAndProcess(receiver, first, second, first, refundOf(two, 24, '2026-05-01T10:00:00Z'))
  t.like(await receiver.counters(), { sales: 2, saleAmount: 16_000 })
})

test('refunds of several charges of a sale are deducted, also beside a disputed part', async (t) => {
  const { receiver, unique } = await disputable()
  const refundOf = (charge: string, earlier: number, cumulative: number) => {
    const object = { id: `${charge}_${unique}`, payment_intent: `pi_${unique}`, amount_refunded: cumulative }
    return stripe('charge.refunded', object, { data: { object, previous_attributes: { amount_refunded: earlier } } })
  }
  await sendAndProcess(receiver, dispute(unique, 'created', 360), refundOf('ch_a', 0, 120), refundOf('ch_b', 0, 120))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 500 })
  const last = refundOf('ch_a', 120, 240)
  await sendAndProcess(receiver, last, { ...last, id: 'evt_again', body: { ...(last.body as object), id: 'evt_again' } })
  t.like(await receiver.counters(), { sales: 1, saleAmount: 400 })
})

const dispute = (unique: string, type: string, amount: number) =>
  stripe(`charge.dispute.${type}`, {
    id: `dp_${unique}`,
    charge: `ch_${unique}`,
    payment_intent: `pi_${unique}`,
    amount,
    status: type === 'funds_reinstated' ? 'won' : 'needs_response',
  })
async function disputable() {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  await sendAndProcess(
    receiver,
    stripe('customer.created', { id: `cus_${unique}`, metadata: { svc_id: clickId } }),
    invoice(unique, { payment_intent: `pi_${unique}`, total: 1200, amount_paid: 1200, total_excluding_tax: 1000 }),
  )
  return { receiver, unique }
}

test('a dispute deducts a sale and a won dispute reinstates it, each once', async (t) => {
  const { receiver, unique } = await disputable()
  const usage = async () =>
    Number((await api.resources.database.pool.query('select usage from workspaces where id = $1', [receiver.workspace.id])).rows[0].usage)
  const before = await usage()
  await sendAndProcess(receiver, dispute(unique, 'created', 1200), dispute(unique, 'funds_withdrawn', 1200))
  t.like(await receiver.counters(), { sales: 0, saleAmount: 0 })
  await sendAndProcess(
    receiver,
    dispute(unique, 'funds_reinstated', 1200),
    dispute(unique, 'funds_reinstated', 1200),
    dispute(unique, 'created', 1200),
  )
  t.deepEqual(await receiver.counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 1000 })
  t.deepEqual(
    (await receiver.sales()).map(({ amount, sales }) => [Number(amount), sales]),
    [
      [1000, 1],
      [-1000, -1],
      [1000, 1],
    ],
  )
  t.like((await receiver.customers())[0], { sales: 1, sale_amount: 1000 })
  t.is(await usage(), before)
  t.deepEqual(await wrongCounters(receiver), [])
  await sendAndProcess(receiver, charge(unique, 1200))
  t.like(await receiver.counters(), { sales: 0, saleAmount: 0 })
})

test('a reinstatement before its refund is retried, and reinstates no more than was refunded', async (t) => {
  const { receiver, unique } = await disputable()
  const won = dispute(unique, 'funds_reinstated', 600)
  await receiver.send(won)
  t.regex((await receiver.processDeliveries())[0] ?? '', /no refund of the sale .* is known/)
  t.like(await receiver.counters(), { sales: 1, saleAmount: 1000 })
  await sendAndProcess(receiver, dispute(unique, 'created', 600))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 500 })
  const pending = (await receiver.deliveries()).find(({ state }) => state === 'retrying')
  await runJobByName(api.resources, 'integrations.process-delivery', { deliveryId: pending.id })
  t.like(await receiver.counters(), { sales: 1, saleAmount: 1000 })
})

test('a refund of an unattributed sale is ignored immediately', async (t) => {
  const receiver = await openStripe()
  const { unique } = await receiver.createVisitor()
  t.like(await sendAndProcess(receiver, invoice(unique), charge(unique, 1000)), { state: 'ignored', reason: 'the sale is not attributed' })
})

test('a refund of a sale that is attributed later is deducted then, once', async (t) => {
  const receiver = await openStripe()
  const { unique } = await receiver.createVisitor()
  const sale = invoice(unique, { metadata: { customerExternalId: `user-${unique}` } })
  await sendAndProcess(receiver, sale, charge(unique, 400))
  t.like(await receiver.counters(), { sales: 0, saleAmount: 0 })
  await trackLead(receiver, `user-${unique}`)
  t.deepEqual(await receiver.processDeliveries(), [])
  t.like(await receiver.counters(), { leads: 1, sales: 1, saleAmount: 600 })
  await sendAndProcess(receiver, sale, charge(unique, 400))
  t.like(await receiver.counters(), { leads: 1, sales: 1, saleAmount: 600 })
})

test('a refund finds a sale that was unattributed first and tracked through the API then', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  await sendAndProcess(receiver, invoice(unique))
  await receiver.track('lead', { clickId, eventName: 'Sign up', customerExternalId: `user-${unique}` })
  await receiver.track('sale', { customerExternalId: `user-${unique}`, amount: 1000, invoiceId: `in_${unique}` })
  t.like(await sendAndProcess(receiver, charge(unique, 400)), { state: 'processed' })
  t.like(await receiver.counters(), { sales: 1, saleAmount: 600 })
})

test('a refund finds a sale by separately sent references, and a sale tracked through the API', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  await receiver.track('lead', { clickId, eventName: 'Sign up', customerExternalId: `cus_${unique}` })
  await sendAndProcess(
    receiver,
    stripe('invoice_payment.paid', { invoice: `in_${unique}`, payment: { payment_intent: `pi_${unique}` } }),
    invoice(unique),
  )
  await sendAndProcess(receiver, stripe('charge.refunded', { id: 'ch_x', payment_intent: `pi_${unique}`, amount_refunded: 400 }))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 600 })
  await receiver.track('sale', { customerExternalId: `cus_${unique}`, amount: 500, invoiceId: `own_${unique}` })
  await sendAndProcess(receiver, stripe('charge.refunded', { id: 'ch_y', invoice: `own_${unique}`, amount_refunded: 500 }))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 600 })
})

test('a sum of refunds contains those that were tracked through the API', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  await receiver.track('lead', { clickId, eventName: 'Sign up', customerExternalId: `user-${unique}` })
  await receiver.track('sale', { customerExternalId: `user-${unique}`, amount: 1000, invoiceId: `in_${unique}` })
  await receiver.track('refund', { invoiceId: `in_${unique}`, amount: 400 })
  await sendAndProcess(receiver, charge(unique, 400))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 600 })
  await sendAndProcess(receiver, charge(unique, 500))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 500 })
  await sendAndProcess(receiver, charge(unique, 1000))
  t.like(await receiver.counters(), { sales: 0, saleAmount: 0 })
})

test('customer events update the name, the end and the renewal of a subscription', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  const named = (name: string) => ({
    id: `cus_${unique}`,
    name,
    email: `${unique}@example.com`,
    metadata: { svc_id: clickId, customerExternalId: `user-${unique}` },
  })
  await sendAndProcess(receiver, stripe('customer.created', named('Ann')), stripe('customer.updated', named('Bea')))
  t.like((await receiver.customers())[0], { name: 'Bea', external_id: `user-${unique}` })
  await sendAndProcess(receiver, stripe('customer.subscription.deleted', { customer: `cus_${unique}` }))
  t.truthy((await receiver.customers())[0].subscription_canceled_at)
  await sendAndProcess(receiver, invoice(unique))
  t.is((await receiver.customers())[0].subscription_canceled_at, null)
  t.like(await sendAndProcess(receiver, stripe('customer.updated', { id: 'cus_unknown', name: 'X' })), {
    state: 'ignored',
    reason: 'the customer is not known',
  })
})

test('a customer event sets no invalid email address, and shortens a long name', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  const id = `cus_${unique}`
  await sendAndProcess(
    receiver,
    stripe('customer.created', { id, email: `${unique}@example.com`, metadata: { svc_id: clickId } }),
    stripe('customer.updated', { id, email: 'unknown', name: 'n'.repeat(300) }),
  )
  t.like((await receiver.customers())[0], { email: `${unique}@example.com`, name: 'n'.repeat(100) })
  await sendAndProcess(receiver, stripe('customer.updated', { id, email: `New-${unique}@Example.com` }))
  t.like((await receiver.customers())[0], { email: `new-${unique}@example.com` })
})

test('a repeated or late event of a recorded sale does not renew a subscription that ended', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  const ended = async () => Boolean((await receiver.customers())[0].subscription_canceled_at)
  await sendAndProcess(receiver, invoice(unique, { metadata: { svc_id: clickId } }))
  const [delivery] = await receiver.deliveries()
  await sendAndProcess(receiver, stripe('customer.subscription.deleted', { customer: `cus_${unique}` }))
  t.is((await receiver.callConnection(`POST /deliveries/${delivery.id}/replay`)).status, 200)
  await sendAndProcess(receiver)
  t.true(await ended(), 'the delivery was replayed')
  const twin = { id: `in_${unique}`, customer: `cus_${unique}`, total: 1000, amount_paid: 1000, currency: 'usd' }
  await sendAndProcess(receiver, stripe('invoice.payment_succeeded', twin))
  t.true(await ended(), 'a second event reported the sale')
  await sendAndProcess(receiver, invoice(unique, { id: `in_next_${unique}` }))
  t.false(await ended())
  t.like(await receiver.counters(), { sales: 2 })
})

test('the end of a subscription counts only if the customer has no newer one', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  const ended = async () => Boolean((await receiver.customers())[0].subscription_canceled_at)
  const paid = (name: string, fields: object) => invoice(unique, { id: `in_${name}_${unique}`, ...fields })
  const end = (id: string) => stripe('customer.subscription.deleted', { id, customer: `cus_${unique}` })
  await sendAndProcess(
    receiver,
    paid('old', { metadata: { svc_id: clickId }, subscription: 'sub_old' }),
    paid('new', { parent: { subscription_details: { subscription: 'sub_new' } } }),
    paid('once', {}),
  )
  t.like(await sendAndProcess(receiver, end('sub_old')), { state: 'ignored', reason: 'the customer has a newer subscription' })
  t.false(await ended())
  t.like(await sendAndProcess(receiver, end('sub_new')), { state: 'processed' })
  t.true(await ended())
  await sendAndProcess(receiver, paid('last', { subscription: 'sub_last' }))
  t.false(await ended())
  await sendAndProcess(receiver, end('sub_last'))
  t.true(await ended())
})

test('a duplicate deleted at the provider does not delete the customer, who stays known by other ids; an erasure does', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  const [duplicate, kept] = [`cus_b${unique}`, `cus_a${unique}`]
  const checkout = (customer: string, fields: object = {}) =>
    stripe('checkout.session.completed', {
      id: `cs_${customer}`,
      mode: 'payment',
      payment_status: 'paid',
      customer,
      customer_details: { email: `${unique}@example.com` },
      amount_total: 1000,
      currency: 'usd',
      ...fields,
    })
  await sendAndProcess(receiver, checkout(duplicate, { client_reference_id: `svc_id_${clickId}` }), checkout(kept))
  await sendAndProcess(receiver, stripe('customer.deleted', { id: duplicate }))
  await sendAndProcess(receiver, invoice(unique, { customer: kept }))
  t.like(await receiver.counters(), { sales: 3 })
  t.is((await receiver.customers()).length, 1)

  const shop = await openInboundConnection(api, sampleOf('shopify'))
  const visitor = await shop.createVisitor()
  const order = (id: number, fields: object = {}) => ({
    id: `order-${id}`,
    type: 'orders/paid',
    body: { id, customer: { id, email: `${visitor.unique}@example.com` }, subtotal_price: '5.00', currency: 'USD', ...fields },
  })
  await sendAndProcess(shop, order(1, { note_attributes: [{ name: 'svc_id', value: visitor.clickId }] }), order(2))
  t.is((await shop.customers()).length, 1)
  await sendAndProcess(shop, { id: 'redact', type: 'customers/redact', body: { customer: { id: 1 } } })
  t.is((await shop.customers()).length, 0)
})

test('a customer deleted at the provider is deleted if known only by the provider id', async (t) => {
  const receiver = await openStripe()
  const [one, two] = [await receiver.createVisitor(), await receiver.createVisitor()]
  await sendAndProcess(receiver, stripe('customer.created', { id: `cus_${one.unique}`, metadata: { svc_id: one.clickId } }))
  await sendAndProcess(
    receiver,
    stripe('customer.created', { id: `cus_${two.unique}`, metadata: { svc_id: two.clickId, customerExternalId: 'user-2' } }),
  )
  await sendAndProcess(
    receiver,
    stripe('customer.deleted', { id: `cus_${one.unique}` }),
    stripe('customer.deleted', { id: `cus_${two.unique}`, metadata: { customerExternalId: 'user-2' } }),
  )
  t.deepEqual(
    (await receiver.customers()).map(({ external_id: id }) => id),
    ['user-2'],
  )
  t.like(await receiver.counters(), { leads: 2 })
})

test('nothing is counted on a plan without conversion tracking', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  await api.resources.database.pool.query(`update workspaces set plan = 'free' where id = $1`, [receiver.workspace.id])
  t.like(await sendAndProcess(receiver, stripe('customer.created', { id: `cus_${unique}`, metadata: { svc_id: clickId } })), {
    state: 'ignored',
  })
  t.like(await receiver.counters(), { leads: 0 })
})

// Serial: the provider API has a timeout of ten seconds, and concurrent tests keep the machine busy.
test('nothing is counted in a disabled workspace, until its events are replayed after the restoration', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  const admin = (action: string) =>
    api.call(`POST /admin/workspaces/${action}`, { key: api.config.adminApiKey, body: { slug: receiver.workspace.slug } })
  const sale = invoice(`a${unique}`, { metadata: { svc_id: clickId } })
  await sendAndProcess(receiver, sale)
  t.is((await admin('disable')).status, 200)
  const deleted = stripe('customer.deleted', { id: `cus_a${unique}` })
  t.like(await sendAndProcess(receiver, invoice(`b${unique}`, { customer: `cus_a${unique}` }), charge(`a${unique}`, 400), deleted), {
    state: 'ignored',
    reason: 'the workspace is disabled',
  })
  t.deepEqual(await receiver.counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 1000 })
  t.is((await receiver.customers()).length, 1)
  t.is((await admin('restore')).status, 200)
  t.is((await receiver.callConnection('POST /deliveries/replay', { state: 'ignored' })).body.replayed, 3)
  await receiver.processDeliveries()
  t.like(await receiver.counters(), { sales: 2, saleAmount: 1600 })
  t.is((await receiver.customers()).length, 0)
})

test('the erasure of a customer is carried out in a disabled workspace and without conversion tracking, too', async (t) => {
  for (const change of ['disabled_at = now()', `plan = 'free'`]) {
    const receiver = await openInboundConnection(api, sampleOf('shopify'))
    const { clickId, unique } = await receiver.createVisitor()
    const customerExternalId = `shopify_${unique}`
    await receiver.track('lead', { clickId, eventName: 'Sign up', customerExternalId, customerEmail: `${unique}@example.com` })
    await api.resources.database.pool.query(`update workspaces set ${change} where id = $1`, [receiver.workspace.id])
    const customer = { id: 12, email: `${unique}@example.com` }
    t.like(await sendAndProcess(receiver, { id: `evt_${unique}`, type: 'customers/redact', body: { customer } }), { state: 'processed' })
    t.is((await receiver.customers()).length, 0, change)
  }
})

test.serial('fetches hubspot event details with the API key of the connection', async (t) => {
  const keys = new Set<string | undefined>()
  let clickId = ''
  let dealstage = 'closedwon'
  const hubspot = await loopbackServer(t, (request, response) => {
    keys.add(request.headers.authorization)
    const contact = { id: '51', properties: { email: 'ann@example.com', firstname: 'Ann', lastname: 'Example', svc_id: clickId } }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(
        request.url?.includes('/deals/')
          ? {
              id: '9',
              properties: { amount: '250.50', deal_currency_code: 'USD', dealstage },
              associations: { contacts: { results: [{ id: '51' }] } },
            }
          : contact,
      ),
    )
  })
  const sample = { ...sampleOf('hubspot'), settings: { apiUrl: hubspot.origin } }
  const receiver = await openInboundConnection(api, sample, { apiKey: 'pat-na1-test' })
  ;({ clickId } = await receiver.createVisitor())
  const event = (item: object): ProviderEventSample => ({ id: '', type: '', body: [{ eventId: 1, portalId: 7, ...item }] })
  await sendAndProcess(
    receiver,
    event({ subscriptionType: 'object.creation', objectTypeId: '0-1', objectId: 51 }),
    event({ eventId: 2, subscriptionType: 'deal.propertyChange', objectId: 9, propertyName: 'dealstage', propertyValue: 'closedwon' }),
  )
  t.deepEqual(await receiver.counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 25_050 })
  t.like((await receiver.customers())[0], { name: 'Ann Example', email: 'ann@example.com' })
  t.deepEqual([...keys], ['Bearer pat-na1-test'])
  let eventId = 3
  const enter = (propertyValue: string) =>
    event({
      eventId: eventId++,
      occurredAt: eventId,
      subscriptionType: 'deal.propertyChange',
      objectId: 9,
      propertyName: 'dealstage',
      propertyValue,
    })
  dealstage = 'closedlost'
  await sendAndProcess(receiver, enter('closedlost'))
  t.like(await receiver.counters(), { sales: 0 })
  dealstage = 'closedwon'
  await sendAndProcess(receiver, enter('closedlost'))
  t.like(await receiver.counters(), { sales: 0 }, 'a loss that is followed by a win')
  await sendAndProcess(receiver, enter('closedwon'), enter('closedwon'))
  t.like(await receiver.counters(), { sales: 1, saleAmount: 25_050 }, 'won again')
  await sendAndProcess(receiver, enter('closedlost'))
  t.like(await receiver.counters(), { sales: 1 }, 'an older loss that arrives after the win')
  dealstage = 'closedlost'
  await sendAndProcess(receiver, enter('closedlost'), enter('closedwon'))
  t.like(await receiver.counters(), { sales: 0, saleAmount: 0 }, 'lost again')
  t.deepEqual(await wrongCounters(receiver), [])
})

test.serial('fetches recurly invoice and account; the delivery is retried while the API is unavailable', async (t) => {
  let clickId = ''
  let isAvailable = false
  const recurly = await loopbackServer(t, (request, response) => {
    response.statusCode = isAvailable ? 200 : 503
    response.setHeader('content-type', 'application/json')
    const invoices: Record<string, object> = {
      '/invoices/i1': { id: 'i1', total: 59.5, tax: 9.5, currency: 'USD', account: { id: 'a1' } },
      '/invoices/i2': { id: 'i2', total: -59.5, currency: 'USD', previous_invoice_id: 'i1', account: { id: 'a1' } },
    }
    response.end(
      JSON.stringify(
        invoices[request.url ?? ''] ?? {
          id: 'a1',
          code: 'ann',
          email: 'ann@example.com',
          first_name: 'Ann',
          custom_fields: [{ name: 'svc_id', value: clickId }],
        },
      ),
    )
  })
  const receiver = await openInboundConnection(api, { ...sampleOf('recurly'), settings: { apiUrl: recurly.origin } }, { apiKey: 'key' })
  ;({ clickId } = await receiver.createVisitor())
  const event = (object_type: string, event_type: string, id: string): ProviderEventSample => ({
    id,
    type: '',
    body: { id, object_type, event_type, event_time: '2026-01-01T00:00:00Z', site_id: 's', uuid: id },
  })
  t.like(await sendAndProcess(receiver, event('charge_invoice', 'paid', 'i1')), {
    state: 'retrying',
    reason: 'recurly responded with status 503 to the request for event details',
    attempts: 1,
  })
  isAvailable = true
  await receiver.callConnection(`POST /deliveries/${(await receiver.deliveries())[0].id}/replay`)
  await sendAndProcess(receiver)
  t.like(await receiver.counters(), { sales: 1, saleAmount: 5000 })
  await sendAndProcess(receiver, event('credit_invoice', 'created', 'i2'))
  t.like(await receiver.counters(), { sales: 0, saleAmount: 0 })
})

test('erasing a customer erases their deliveries, including refunds, and no others', async (t) => {
  const receiver = await openStripe()
  const [grace, alan] = [await receiver.createVisitor(), await receiver.createVisitor()]
  for (const { clickId, unique } of [grace, alan]) {
    await sendAndProcess(
      receiver,
      stripe('customer.created', { id: `cus_${unique}`, email: `${unique}@example.com`, metadata: { svc_id: clickId } }),
      invoice(unique, { customer_email: `${unique}@example.com` }),
    )
    await sendAndProcess(receiver, { ...charge(unique, 500) })
  }
  const bodies = async () =>
    (
      await api.resources.database.pool.query<{ body: string }>(
        `select convert_from(body, 'utf8') as body from integration_deliveries where connection_id = $1`,
        [receiver.connection.id],
      )
    ).rows.map(({ body }) => body)
  const countMentions = async (unique: string) => (await bodies()).filter((body) => body.includes(unique)).length
  // An unsupported event, so it is not assigned to a customer.
  await sendAndProcess(receiver, stripe('product.created', { owner: `${grace.unique}@example.com` }))
  await sendAndProcess(receiver, stripe('product.created', { owner: `${grace.unique}@Example.COM` }))
  t.deepEqual([await countMentions(grace.unique), await countMentions(alan.unique)], [5, 3])
  const { id } = (await receiver.customers()).find(({ stripe_customer_id }) => stripe_customer_id === `cus_${grace.unique}`)
  await api.call(`DELETE /customers/${id}`, { key: receiver.key })
  const names = api.resources.vault.seal(JSON.stringify([`${grace.unique}@example.com`]), id)
  await runJobByName(api.resources, 'integrations.erase-customer', {
    workspaceId: receiver.workspace.id,
    customerId: id,
    click: null,
    sealedIdentifiers: names,
  })
  t.deepEqual([await countMentions(grace.unique), await countMentions(alan.unique)], [0, 3])
  t.is((await receiver.deliveries()).filter(({ reason }) => reason === 'the customer was deleted').length, 5)
})

test('the deliveries of a merged customer are erased with the remaining one, also if they were not reassigned yet', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  await sendAndProcess(
    receiver,
    stripe('customer.created', { id: `cus_${unique}`, email: `${unique}@example.com`, metadata: { svc_id: clickId } }),
  )
  const [merged] = await receiver.customers()
  const kept = await api.make.customer(receiver.workspace)
  t.is((await api.call(`POST /customers/${kept.id}/merge`, { key: receiver.key, body: { customerId: merged.id } })).status, 200)
  await api.call(`DELETE /customers/${kept.id}`, { key: receiver.key })
  await runJobByName(api.resources, 'integrations.erase-customer', {
    workspaceId: receiver.workspace.id,
    customerId: kept.id,
    click: null,
    mergedIds: [merged.id],
  })
  t.like((await receiver.deliveries()).at(-1), { reason: 'the customer was deleted' })
  const { rows } = await api.resources.database.pool.query(
    `select from integration_deliveries where connection_id = $1 and convert_from(body, 'utf8') <> '{}'`,
    [receiver.connection.id],
  )
  t.deepEqual(rows, [])
})

test('amounts and ids that the API would refuse are ignored with a reason', async (t) => {
  const receiver = await openStripe()
  const { clickId, unique } = await receiver.createVisitor()
  const metadata = { svc_id: clickId }
  for (const [event, reason] of [
    [invoice(unique, { metadata, total: 1e300, amount_paid: 1e300 }), 'the amount exceeds 1000000000000'],
    [invoice(unique, { metadata, id: randomBytes(5000).toString('hex') }), 'the sale id is longer than 255 characters'],
    [stripe('charge.dispute.created', { id: 'd'.repeat(501), charge: `ch_${unique}` }), 'the refund id is longer than 500 characters'],
  ] as const)
    t.like(await sendAndProcess(receiver, event), { state: 'ignored', reason })
  t.is((await receiver.counters()).sales, 0)
})
