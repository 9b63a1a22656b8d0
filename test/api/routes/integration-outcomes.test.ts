/** What comes of deliveries, in whatever order they come. */
import test from 'ava'
import { verifyFigures } from '../../../shared/operations/verify/verify-figures.js'
import { type TestApi, testApi } from '../../support/api.js'
import { receiverOf, type ReceivingConnection } from '../../support/inbound.js'
import { runNamed } from '../../support/jobs.js'
import { loopback } from '../../support/loopback.js'
import { sampleOf, stripe, type Told } from '../../support/providers.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example', ALLOW_PRIVATE_TARGETS: 'true' })
})
test.after.always(() => api?.close())

const begin = () => receiverOf(api, sampleOf('stripe'))
/** Sends and works off all that was sent so far; answers the last delivery. */
async function tell(receiver: ReceivingConnection, ...events: Told[]) {
  for (const event of events) await receiver.send(event)
  await receiver.work()
  return (await receiver.deliveries()).at(-1)
}
const invoice = (unique: string, more: object = {}) =>
  stripe('invoice.paid', { id: `in_${unique}`, customer: `cus_${unique}`, total: 1000, amount_paid: 1000, currency: 'usd', ...more })
const charge = (unique: string, inAll: number) =>
  stripe('charge.refunded', { id: `ch_${unique}`, invoice: `in_${unique}`, amount_refunded: inAll })

test('a checkout and the invoice of the same purchase are one sale, in either order', async (t) => {
  for (const order of ['checkout first', 'invoice first']) {
    const receiver = await begin()
    const { clickId, unique } = await receiver.visitor()
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
    await tell(receiver, ...(order === 'checkout first' ? events : events.toReversed()))
    t.deepEqual(await receiver.figures(), { leads: 1, conversions: 1, sales: 1, saleAmount: 1000 }, order)
    t.is((await receiver.customers())[0].stripe_customer_id, `cus_${unique}`)
  }
})

test('a renewal is credited to the link by which its customer once came, however they are called then', async (t) => {
  const receiver = await begin()
  const { clickId, unique } = await receiver.visitor()
  await receiver.track('lead', {
    clickId,
    eventName: 'Sign up',
    customerExternalId: `user-${unique}`,
    customerEmail: `${unique}@example.com`,
  })
  await tell(receiver, invoice(`a${unique}`, { customer_email: `${unique.toUpperCase()}@example.com` }))
  await tell(receiver, invoice(`b${unique}`, { customer: `cus_a${unique}`, billing_reason: 'subscription_cycle' }))
  await tell(receiver, invoice(`c${unique}`, { customer: 'cus_new', metadata: { customerExternalId: `user-${unique}` } }))
  t.like(await receiver.figures(), { leads: 1, sales: 3, saleAmount: 3000 })
  t.is((await receiver.customers()).length, 1)
})

test('a sale to nobody known is not counted, and is when its customer becomes known', async (t) => {
  const receiver = await begin()
  const { unique } = await receiver.visitor()
  const sale = invoice(unique, { customer_email: `${unique}@example.com` })
  t.like(await tell(receiver, sale), { state: 'ignored', reason: 'unattributed: no click is known of this person' })
  t.like(await receiver.figures(), { leads: 0, sales: 0 })
  await tell(
    receiver,
    stripe('customer.created', {
      id: `cus_${unique}`,
      email: `${unique}@example.com`,
      metadata: { svc_id: await clickAt(receiver, -60_000) },
    }),
  )
  t.like(await receiver.figures(), { leads: 1, sales: 1, saleAmount: 1000 })
  t.like((await receiver.deliveries())[0], { state: 'processed', reason: null })
})

/** A click so long after now. */
async function clickAt(receiver: ReceivingConnection, milliseconds: number): Promise<string> {
  return (await api.make.click(receiver.link, { timestamp: new Date(Date.now() + milliseconds) })).id
}

test('it is also when the lead is tracked by the interface', async (t) => {
  const receiver = await begin()
  const { unique } = await receiver.visitor()
  await tell(receiver, invoice(unique, { metadata: { customerExternalId: `user-${unique}` } }))
  await receiver.track('lead', { clickId: await clickAt(receiver, -60_000), eventName: 'Sign up', customerExternalId: `user-${unique}` })
  const [lead] = await receiver.leads()
  await runNamed(api.resources, 'integrations.release-waiting', {
    workspaceId: receiver.workspace.id,
    eventId: lead.id,
    customerId: lead.customer_id,
    linkId: lead.link_id,
    clickId: lead.click_id,
    quantity: 1,
  })
  t.deepEqual(await receiver.work(), [])
  t.like(await receiver.figures(), { leads: 1, sales: 1 })
})

test('a sale is not credited to a link that its customer followed only afterwards', async (t) => {
  const receiver = await begin()
  const { unique } = await receiver.visitor()
  await tell(receiver, invoice(unique))
  const later = await clickAt(receiver, 60_000)
  await tell(receiver, stripe('customer.created', { id: `cus_${unique}`, metadata: { svc_id: later } }))
  t.like((await receiver.deliveries())[0], { state: 'ignored', reason: 'unattributed: the customer came by a link only afterwards' })
  t.like(await receiver.figures(), { leads: 1, sales: 0 })
})

test("a number by which a provider calls somebody is not taken for one of the workspace's own", async (t) => {
  const receiver = await receiverOf(api, sampleOf('lemonsqueezy'))
  const { clickId, unique } = await receiver.visitor()
  const sale = sampleOf('lemonsqueezy').sale?.({ clickId, unique }) as Told & { body: { data: { attributes: { customer_id: number } } } }
  const { customer_id: id } = sale.body.data.attributes
  await receiver.track('lead', { clickId, eventName: 'Sign up', customerExternalId: String(id), customerName: 'Somebody else' })
  await tell(receiver, sale)
  t.deepEqual(
    (await receiver.customers()).map(({ external_id: name, sales }) => [name, Number(sales)]),
    [
      [String(id), 0],
      [`lemonsqueezy_${id}`, 1],
    ],
  )
})

test('a click of another workspace credits nobody', async (t) => {
  const [receiver, other] = [await begin(), await begin()]
  const { clickId } = await other.visitor()
  const { unique } = await receiver.visitor()
  t.like(
    await tell(
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
  for (const { figures } of [receiver, other]) t.like(await figures(), { leads: 0, sales: 0 })
})

test('refunds that are told by what was given back in all are taken off once each, in any order', async (t) => {
  const receiver = await begin()
  const { clickId, unique } = await receiver.visitor()
  await tell(
    receiver,
    stripe('customer.created', { id: `cus_${unique}`, metadata: { svc_id: clickId } }),
    invoice(unique, { total: 1200, amount_paid: 1200, total_excluding_tax: 1000 }),
  )
  await tell(receiver, charge(unique, 300))
  t.like(await receiver.figures(), { sales: 1, saleAmount: 750 })
  await tell(receiver, charge(unique, 900), charge(unique, 600), charge(unique, 900))
  t.like(await receiver.figures(), { sales: 1, saleAmount: 250 })
  await tell(receiver, charge(unique, 1200))
  t.like(await receiver.figures(), { sales: 0, saleAmount: 0 })
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
  const receiver = await begin()
  const { clickId, unique } = await receiver.visitor()
  await tell(
    receiver,
    stripe('customer.created', { id: `cus_${unique}`, metadata: { svc_id: clickId } }),
    invoice(unique, { payment_intent: `pi_${unique}`, total: 1200, amount_paid: 1200, total_excluding_tax: 1000 }),
  )
  return { receiver, unique }
}

test('a dispute takes a sale off, and one that is won brings it back, each once', async (t) => {
  const { receiver, unique } = await disputable()
  const usage = async () =>
    Number((await api.resources.database.pool.query('select usage from workspaces where id = $1', [receiver.workspace.id])).rows[0].usage)
  const before = await usage()
  await tell(receiver, dispute(unique, 'created', 1200), dispute(unique, 'funds_withdrawn', 1200))
  t.like(await receiver.figures(), { sales: 0, saleAmount: 0 })
  await tell(
    receiver,
    dispute(unique, 'funds_reinstated', 1200),
    dispute(unique, 'funds_reinstated', 1200),
    dispute(unique, 'created', 1200),
  )
  t.deepEqual(await receiver.figures(), { leads: 1, conversions: 1, sales: 1, saleAmount: 1000 })
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
  const { found } = await verifyFigures({ pool: api.resources.database.pool, now: () => new Date() }, [receiver.workspace.id])
  t.deepEqual(
    found.filter(({ table }) => table !== 'workspaces'),
    [],
  ) // which count clicks and links that a test stores by itself
  await tell(receiver, charge(unique, 1200))
  t.like(await receiver.figures(), { sales: 0, saleAmount: 0 })
})

test('money that comes again before it was taken waits for that, and brings no more than was taken', async (t) => {
  const { receiver, unique } = await disputable()
  const won = dispute(unique, 'funds_reinstated', 600)
  await receiver.send(won)
  t.regex((await receiver.work())[0] ?? '', /no refund of the sale .* is known/)
  t.like(await receiver.figures(), { sales: 1, saleAmount: 1000 })
  await tell(receiver, dispute(unique, 'created', 600))
  t.like(await receiver.figures(), { sales: 1, saleAmount: 500 })
  const waiting = (await receiver.deliveries()).find(({ state }) => state === 'retrying')
  await runNamed(api.resources, 'integrations.process-delivery', { deliveryId: waiting.id })
  t.like(await receiver.figures(), { sales: 1, saleAmount: 1000 })
})

test("a refund of a sale that was nobody's is ignored at once", async (t) => {
  const receiver = await begin()
  const { unique } = await receiver.visitor()
  t.like(await tell(receiver, invoice(unique), charge(unique, 1000)), { state: 'ignored', reason: "the sale was nobody's" })
})

test('a refund finds a sale by a name that was told apart from it, and one that was tracked by the interface', async (t) => {
  const receiver = await begin()
  const { clickId, unique } = await receiver.visitor()
  await receiver.track('lead', { clickId, eventName: 'Sign up', customerExternalId: `cus_${unique}` })
  await tell(
    receiver,
    stripe('invoice_payment.paid', { invoice: `in_${unique}`, payment: { payment_intent: `pi_${unique}` } }),
    invoice(unique),
  )
  await tell(receiver, stripe('charge.refunded', { id: 'ch_x', payment_intent: `pi_${unique}`, amount_refunded: 400 }))
  t.like(await receiver.figures(), { sales: 1, saleAmount: 600 })
  await receiver.track('sale', { customerExternalId: `cus_${unique}`, amount: 500, invoiceId: `own_${unique}` })
  await tell(receiver, stripe('charge.refunded', { id: 'ch_y', invoice: `own_${unique}`, amount_refunded: 500 }))
  t.like(await receiver.figures(), { sales: 1, saleAmount: 600 })
})

test('a customer is called as the provider says, ends a subscription, and pays again', async (t) => {
  const receiver = await begin()
  const { clickId, unique } = await receiver.visitor()
  const named = (name: string) => ({
    id: `cus_${unique}`,
    name,
    email: `${unique}@example.com`,
    metadata: { svc_id: clickId, customerExternalId: `user-${unique}` },
  })
  await tell(receiver, stripe('customer.created', named('Ann')), stripe('customer.updated', named('Bea')))
  t.like((await receiver.customers())[0], { name: 'Bea', external_id: `user-${unique}` })
  await tell(receiver, stripe('customer.subscription.deleted', { customer: `cus_${unique}` }))
  t.truthy((await receiver.customers())[0].subscription_canceled_at)
  await tell(receiver, invoice(unique))
  t.is((await receiver.customers())[0].subscription_canceled_at, null)
  t.like(await tell(receiver, stripe('customer.updated', { id: 'cus_nobody', name: 'X' })), {
    state: 'ignored',
    reason: 'the event is about nobody known here',
  })
})

test('a customer who is deleted there is deleted here where only that id is known, or they asked for it', async (t) => {
  const receiver = await begin()
  const [one, two] = [await receiver.visitor(), await receiver.visitor()]
  await tell(receiver, stripe('customer.created', { id: `cus_${one.unique}`, metadata: { svc_id: one.clickId } }))
  await tell(
    receiver,
    stripe('customer.created', { id: `cus_${two.unique}`, metadata: { svc_id: two.clickId, customerExternalId: 'user-2' } }),
  )
  await tell(
    receiver,
    stripe('customer.deleted', { id: `cus_${one.unique}` }),
    stripe('customer.deleted', { id: `cus_${two.unique}`, metadata: { customerExternalId: 'user-2' } }),
  )
  t.deepEqual(
    (await receiver.customers()).map(({ external_id: id }) => id),
    ['user-2'],
  )
  t.like(await receiver.figures(), { leads: 2 })
})

test('without a plan that includes conversions nothing is counted', async (t) => {
  const receiver = await begin()
  const { clickId, unique } = await receiver.visitor()
  await api.resources.database.pool.query(`update workspaces set plan = 'free' where id = $1`, [receiver.workspace.id])
  t.like(await tell(receiver, stripe('customer.created', { id: `cus_${unique}`, metadata: { svc_id: clickId } })), { state: 'ignored' })
  t.like(await receiver.figures(), { leads: 0 })
})

// One after the other: a provider that is asked has ten seconds, and the other tests keep the machine busy.
test.serial('hubspot is asked for what its events only name, with the key of the connection', async (t) => {
  const keys = new Set<string | undefined>()
  let clickId = ''
  const hubspot = await loopback(t, (request, response) => {
    keys.add(request.headers.authorization)
    const contact = { id: '51', properties: { email: 'ann@example.com', firstname: 'Ann', lastname: 'Example', svc_id: clickId } }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(
        request.url?.includes('/deals/')
          ? {
              id: '9',
              properties: { amount: '250.50', deal_currency_code: 'USD', dealstage: 'closedwon' },
              associations: { contacts: { results: [{ id: '51' }] } },
            }
          : contact,
      ),
    )
  })
  const sample = { ...sampleOf('hubspot'), settings: { apiUrl: hubspot.origin } }
  const receiver = await receiverOf(api, sample, { apiKey: 'pat-na1-test' })
  ;({ clickId } = await receiver.visitor())
  const event = (item: object): Told => ({ id: '', type: '', body: [{ eventId: 1, portalId: 7, ...item }] })
  await tell(
    receiver,
    event({ subscriptionType: 'object.creation', objectTypeId: '0-1', objectId: 51 }),
    event({ eventId: 2, subscriptionType: 'deal.propertyChange', objectId: 9, propertyName: 'dealstage', propertyValue: 'closedwon' }),
  )
  t.deepEqual(await receiver.figures(), { leads: 1, conversions: 1, sales: 1, saleAmount: 25_050 })
  t.like((await receiver.customers())[0], { name: 'Ann Example', email: 'ann@example.com' })
  t.deepEqual([...keys], ['Bearer pat-na1-test'])
  await tell(
    receiver,
    event({ eventId: 3, subscriptionType: 'deal.propertyChange', objectId: 9, propertyName: 'dealstage', propertyValue: 'closedlost' }),
  )
  t.like(await receiver.figures(), { sales: 0 })
})

test.serial('recurly is asked for the invoice and the account; while it does not answer, the delivery is tried again', async (t) => {
  let clickId = ''
  let isUp = false
  const recurly = await loopback(t, (request, response) => {
    response.statusCode = isUp ? 200 : 503
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
  const receiver = await receiverOf(api, { ...sampleOf('recurly'), settings: { apiUrl: recurly.origin } }, { apiKey: 'key' })
  ;({ clickId } = await receiver.visitor())
  const event = (object_type: string, event_type: string, id: string): Told => ({
    id,
    type: '',
    body: { id, object_type, event_type, event_time: '2026-01-01T00:00:00Z', site_id: 's', uuid: id },
  })
  t.like(await tell(receiver, event('charge_invoice', 'paid', 'i1')), {
    state: 'retrying',
    reason: 'recurly answered 503 when it was asked for the event',
    attempts: 1,
  })
  isUp = true
  await receiver.manage(`POST /deliveries/${(await receiver.deliveries())[0].id}/replay`)
  await tell(receiver)
  t.like(await receiver.figures(), { sales: 1, saleAmount: 5000 })
  await tell(receiver, event('credit_invoice', 'created', 'i2'))
  t.like(await receiver.figures(), { sales: 0, saleAmount: 0 })
})

test('a deleted customer is forgotten in what was received of them, refunds included, and nobody else is', async (t) => {
  const receiver = await begin()
  const [grace, alan] = [await receiver.visitor(), await receiver.visitor()]
  for (const { clickId, unique } of [grace, alan]) {
    await tell(
      receiver,
      stripe('customer.created', { id: `cus_${unique}`, email: `${unique}@example.com`, metadata: { svc_id: clickId } }),
      invoice(unique, { customer_email: `${unique}@example.com` }),
    )
    await tell(receiver, { ...charge(unique, 500) })
  }
  const bodies = async () =>
    (
      await api.resources.database.pool.query<{ body: string }>(
        `select convert_from(body, 'utf8') as body from integration_deliveries where connection_id = $1`,
        [receiver.connection.id],
      )
    ).rows.map(({ body }) => body)
  const about = async (unique: string) => (await bodies()).filter((body) => body.includes(unique)).length
  // It means nothing here, and so is nobody's.
  await tell(receiver, stripe('product.created', { owner: `${grace.unique}@example.com` }))
  t.deepEqual([await about(grace.unique), await about(alan.unique)], [4, 3])
  const { id } = (await receiver.customers()).find(({ stripe_customer_id }) => stripe_customer_id === `cus_${grace.unique}`)
  await api.call(`DELETE /customers/${id}`, { key: receiver.key })
  const names = api.resources.vault.seal(JSON.stringify([`${grace.unique}@example.com`]), id)
  await runNamed(api.resources, 'integrations.forget-customer', { workspaceId: receiver.workspace.id, customerId: id, click: null, names })
  t.deepEqual([await about(grace.unique), await about(alan.unique)], [0, 3])
  t.is((await receiver.deliveries()).filter(({ reason }) => reason === 'the customer was deleted').length, 4)
})
