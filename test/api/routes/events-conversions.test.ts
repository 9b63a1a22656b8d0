import test from 'ava'
import { Dub } from 'dub'
import { minutes } from '../../../shared/kernel/time.js'
import { type TestApi, testApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'
import { clickRow, leadRow, saleRow, storeClicks, storeConversions } from '../../support/events.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

/** A customer who clicked a link, signed up and paid twice; the first sale was partly refunded. */
async function setUp() {
  const caller = await tracker(api)
  const click = clickRow({ timestamp: new Date(Date.now() - minutes(5)), workspace_id: caller.workspace.id, link_id: caller.link.id })
  await storeClicks(api.resources.database.pool, [click])
  await caller.track('lead', {
    clickId: click.id,
    eventName: 'Sign up',
    customerExternalId: 'ann',
    customerEmail: 'ann@example.com',
    metadata: { plan: 'pro' },
  })
  await caller.track('sale', { customerExternalId: 'ann', amount: 5000, invoiceId: 'one', metadata: { plan: 'pro' } })
  await caller.track('sale', { customerExternalId: 'ann', amount: 700, paymentProcessor: 'stripe', eventName: 'Renewal' })
  await caller.track('refund', { invoiceId: 'one', amount: 100 })
  const [customer] = await caller.customers()
  const list = async (parameters: string) => (await api.call(`GET /events?${parameters}`, { key: caller.key })).body
  return { ...caller, click, customer, list }
}

test('a lead contains its customer, its link, and its click with the time of the click', async (t) => {
  const { list, click, customer, link, leads } = await setUp()
  const [row] = await leads()
  const [event, ...more] = await list('event=leads')
  t.deepEqual(more, [])
  t.like(event, {
    event: 'lead',
    eventId: row.id,
    eventName: 'Sign up',
    timestamp: row.timestamp.toISOString(),
    metadata: { plan: 'pro' },
    click_id: click.id,
    link_id: link.id,
    country: 'US',
    qr: 0,
  })
  t.like(event.click, { id: click.id, timestamp: click.timestamp.toISOString(), region: 'US-CA', device: 'Mobile' })
  t.is(event.link.id, link.id)
  t.deepEqual(event.customer, {
    id: customer.id,
    externalId: 'ann',
    name: 'ann@example.com',
    email: 'ann@example.com',
    avatar: null,
    country: 'US',
    createdAt: customer.created_at.toISOString(),
  })
})

test('a sale keeps its original amount, and refunds are not listed', async (t) => {
  const { list, sales } = await setUp()
  const events = await list('event=sales')
  t.is((await sales()).length, 3)
  t.deepEqual(
    events.map((event: { sale: object }) => event.sale),
    [
      { amount: 700, invoiceId: null, paymentProcessor: 'stripe', currency: 'usd' },
      { amount: 5000, invoiceId: 'one', paymentProcessor: 'custom', currency: 'usd' },
    ],
  )
  t.like(events[1], {
    event: 'sale',
    eventName: 'Purchase',
    metadata: { plan: 'pro' },
    saleAmount: 5000,
    invoice_id: 'one',
    payment_processor: 'custom',
  })
  t.like(events[0], { metadata: null, invoice_id: '' })
})

test('filters leads and sales by customer, metadata, sale type and click attributes', async (t) => {
  const { list, customer } = await setUp()
  const lengthOf = async (parameters: string) => (await list(parameters)).length
  const metadata = encodeURIComponent(`metadata['plan']:pro`)
  t.is(await lengthOf(`event=sales&query=${metadata}`), 1)
  t.is(await lengthOf('event=sales&saleType=recurring'), 1)
  t.is(await lengthOf(`event=leads&customerId=${customer.id}`), 1)
  t.is(await lengthOf(`event=clicks&customerId=${customer.id}`), 1)
  t.is(await lengthOf('event=leads&customerId=cus_nobody'), 0)
  t.is(await lengthOf('event=sales&country=-US'), 0)
})

test('a former id of a merged customer selects the events of the remaining one', async (t) => {
  const { list, customer, key, workspace } = await setUp()
  const other = await api.make.customer(workspace)
  t.is((await api.call(`POST /customers/${other.id}/merge`, { key, body: { customerId: customer.id } })).status, 200)
  for (const id of [customer.id, other.id]) t.is((await list(`event=sales&customerId=${id}`)).length, 2)
})

test('events of a deleted customer remain, without personal data', async (t) => {
  const { list, customer, key } = await setUp()
  await api.call(`DELETE /customers/${customer.id}`, { key })
  const [event] = await list('event=leads')
  t.deepEqual(event.customer, {
    id: customer.id,
    externalId: customer.id,
    name: 'Deleted customer',
    email: null,
    avatar: null,
    country: null,
    createdAt: '1970-01-01T00:00:00.000Z',
  })
})

test('cursor pages neither repeat nor miss an event while new events arrive, in both directions', async (t) => {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  const { pool } = api.resources.database
  const common = { workspace_id: workspace.id, link_id: link.id }
  const start = Date.now() - minutes(30)
  // Pairs with the same timestamp.
  const rows = Array.from({ length: 10 }, (_, at) => leadRow({ ...common, timestamp: new Date(start + Math.floor(at / 2) * 1000) }))
  await storeConversions(pool, 'lead_events', rows)
  const list = async (parameters: string): Promise<string[]> =>
    (await api.call(`GET /events?event=leads&limit=3&${parameters}`, { key })).body.map((event: { eventId: string }) => event.eventId)
  const expected = rows.toSorted((a, b) => b.timestamp.getTime() - a.timestamp.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id)
  const found = await list('')
  while (found.length < 10) {
    await storeConversions(pool, 'lead_events', [leadRow({ ...common, timestamp: new Date() })])
    found.push(...(await list(`startingAfter=${found.at(-1)}`)))
  }
  t.deepEqual(found, expected)
  t.deepEqual(await list(`endingBefore=${expected[5]}`), expected.slice(2, 5))
  t.deepEqual(await list(`sortOrder=asc&startingAfter=${expected[5]}`), expected.slice(2, 5).toReversed())
  t.deepEqual(await list(`startingAfter=${expected[9]}`), [])
})

test('refuses invalid cursors, two cursors, and a cursor with a page', async (t) => {
  const { key } = await api.make.caller()
  const id = leadRow({ timestamp: new Date(), workspace_id: '', link_id: '' }).id
  for (const query of ['startingAfter=nonsense', `startingAfter=${id}&endingBefore=${id}`, `startingAfter=${id}&page=2`])
    t.is((await api.call(`GET /events?${query}`, { key })).status, 422, query)
  t.is((await api.call('GET /events?startingAfter=zzzzzzzzzzzzzzzz', { key })).status, 200)
})

test('another workspace does not see the events', async (t) => {
  const { link } = await setUp()
  const foreign = await setUp()
  t.deepEqual(await foreign.list(`event=sales&linkId=${link.id}`), [])
  t.is((await foreign.list('event=sales')).length, 2)
})

test('the official SDK lists leads and sales', async (t) => {
  const { key, customer } = await setUp()
  for (const serverURL of [api.url, `${api.url}/api`]) {
    const dub = new Dub({ token: key, serverURL })
    const [lead] = await dub.events.list({ event: 'leads' })
    t.like(lead, { event: 'lead', eventName: 'Sign up', customer: { id: customer.id } })
    const sales = await dub.events.list({ event: 'sales' })
    t.like(sales[0], { event: 'sale', sale: { amount: 700, paymentProcessor: 'stripe' } })
    t.is(sales.length, 2)
  }
})

test('a refund alone is not listed', async (t) => {
  const { workspace, key } = await api.make.caller()
  const link = await api.make.link(workspace)
  await storeConversions(api.resources.database.pool, 'sale_events', [
    saleRow({ timestamp: new Date(), workspace_id: workspace.id, link_id: link.id, amount: -5, sales: 0, refund_of: 'some' }),
  ])
  t.deepEqual((await api.call('GET /events?event=sales', { key })).body, [])
})

test('an export contains the names of events', async (t) => {
  const { key, customer } = await setUp()
  const csv = async (event: string) => (await api.call(`GET /events/export?event=${event}&columns=eventName,customer`, { key })).body
  t.is(await csv('sales'), `Event name,Customer\r\nRenewal,${customer.email}\r\nPurchase,${customer.email}\r\n`)
  t.is(await csv('leads'), `Event name,Customer\r\nSign up,${customer.email}\r\n`)
})
