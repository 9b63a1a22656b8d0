import test from 'ava'
import { newClickId } from '../../../shared/kernel/ids.js'
import { type TestApi, testApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

/** A tracker whose customer `u1` has a lead. */
async function withLead() {
  const tenant = await tracker(api)
  const click = await api.make.click(tenant.link, { country: 'FR' })
  await tenant.track('lead', { clickId: click.id, eventName: 'Sign up', customerExternalId: 'u1', customerName: 'Ada' })
  return { ...tenant, click }
}

test('a sale is credited to the link of the lead, and counted on link, customer and workspace', async (t) => {
  const { track, link, click, sales, counters, usage, customers } = await withLead()
  const { status, body } = await track('sale', {
    customerExternalId: 'u1',
    amount: 5000,
    invoiceId: 'inv_1',
    paymentProcessor: 'stripe',
    metadata: { plan: 'pro' },
  })
  t.is(status, 200, JSON.stringify(body))
  const [customer] = await customers()
  t.deepEqual(body, {
    eventName: 'Purchase',
    customer: { id: customer.id, name: 'Ada', email: null, avatar: null, externalId: 'u1' },
    sale: { amount: 5000, currency: 'usd', paymentProcessor: 'stripe', invoiceId: 'inv_1', metadata: { plan: 'pro' } },
  })
  t.like((await sales())[0], {
    click_id: click.id,
    country: 'FR',
    amount: 5000,
    original_amount: 5000,
    invoice_id: 'inv_1',
    sales: 1,
    recurring: false,
    rate_day: null,
  })
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 5000 })
  t.like(customer, { sales: 1, sale_amount: 5000, link_id: link.id })
  t.truthy(customer.first_sale_at)
  t.is(await usage(), 2)
})

test('further sales of a customer are recurring and not conversions', async (t) => {
  const { track, sales, counters, customers } = await withLead()
  await track('sale', { customerExternalId: 'u1', amount: 5000 })
  const [{ first_sale_at: first }] = await customers()
  await track('sale', { customerExternalId: 'u1', amount: 700 })
  t.deepEqual(
    (await sales()).map(({ recurring }) => recurring),
    [false, true],
  )
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 2, saleAmount: 5700 })
  t.like((await customers())[0], { sales: 2, sale_amount: 5700, first_sale_at: first })
})

test('the same invoice sent twenty times concurrently is recorded once, with equal responses', async (t) => {
  const { track, sales, counters, usage, customers } = await withLead()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => track('sale', { customerExternalId: 'u1', amount: 5000, invoiceId: 'inv_1' })),
  )
  t.is(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size, 1)
  t.is((await sales()).length, 1)
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 5000 })
  t.like((await customers())[0], { sales: 1, sale_amount: 5000 })
  t.is(await usage(), 2)
})

test('a direct sale sent twenty times concurrently creates one customer, one lead and one sale', async (t) => {
  const { track, link, leads, sales, counters, usage, customers } = await tracker(api)
  const click = await api.make.click(link)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      track('sale', { customerExternalId: 'u1', clickId: click.id, amount: 900, invoiceId: 'inv_1', leadEventName: 'Checkout' }),
    ),
  )
  t.deepEqual(
    responses.map(({ status, body }) => [status, body.sale?.amount]),
    responses.map(() => [200, 900]),
  )
  t.is((await customers()).length, 1)
  t.deepEqual(
    (await leads()).map(({ event_name }) => event_name),
    ['Checkout'],
  )
  t.is((await sales()).length, 1)
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 900 })
  t.is(await usage(), 2)
})

test('an invoice sent for several customers concurrently is recorded for one of them', async (t) => {
  const { track, link, sales, counters } = await tracker(api)
  const clicks = await Promise.all([1, 2, 3, 4, 5, 6].map(() => api.make.click(link)))
  const responses = await Promise.all(
    clicks.map((click, at) => track('sale', { customerExternalId: `u${at}`, clickId: click.id, amount: 900, invoiceId: 'inv_1' })),
  )
  t.is(new Set(responses.map(({ status, body }) => `${status} ${body.customer?.externalId}`)).size, 1)
  t.is((await sales()).length, 1)
  t.like(await counters(), { sales: 1, saleAmount: 900 })
})

test('concurrent sales without an invoice are all recorded', async (t) => {
  const { track, counters, customers } = await withLead()
  await Promise.all(Array.from({ length: 10 }, () => track('sale', { customerExternalId: 'u1', amount: 100 })))
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 10, saleAmount: 1000 })
  t.like((await customers())[0], { sales: 10, sale_amount: 1000 })
})

test('a sale is credited to the latest lead, or to the named one', async (t) => {
  const { track, workspace, link, counters } = await withLead()
  const later = await api.make.link(workspace)
  await track('lead', { clickId: (await api.make.click(later)).id, eventName: 'Trial', customerExternalId: 'u1' })
  await track('sale', { customerExternalId: 'u1', amount: 100 })
  await track('sale', { customerExternalId: 'u1', amount: 30, leadEventName: 'Sign up' })
  t.deepEqual(await counters(later.id), { leads: 1, conversions: 1, sales: 1, saleAmount: 100 })
  t.deepEqual(await counters(link.id), { leads: 1, conversions: 1, sales: 1, saleAmount: 30 })
  t.is((await track('sale', { customerExternalId: 'u1', amount: 30, leadEventName: 'sign up' })).status, 404)
})

test('a sale that names a lead which the customer lacks is refused, also with a click', async (t) => {
  const { track, click, leads, sales } = await withLead()
  const sale = { customerExternalId: 'u1', amount: 30, clickId: click.id, leadEventName: 'Demo' }
  const { status, body } = await track('sale', sale)
  t.is(status, 404)
  t.regex(body.error.message, /no lead named `Demo`/)
  t.deepEqual([(await leads()).length, (await sales()).length], [1, 0])
  t.is((await track('sale', { ...sale, leadEventName: null })).status, 200, 'follows the latest lead')
  t.is((await leads()).length, 1)
})

test('the name of a lead is the same with white space around it, as when the lead was tracked', async (t) => {
  const { track, link, leads } = await tracker(api)
  const click = await api.make.click(link)
  await track('lead', { clickId: click.id, eventName: ' Trial ', customerExternalId: 'u1' })
  t.is((await track('sale', { customerExternalId: 'u1', amount: 30, leadEventName: ' Trial ' })).status, 200)
  await track('sale', { customerExternalId: 'u2', clickId: click.id, amount: 30, leadEventName: 'Demo ' })
  await track('sale', { customerExternalId: 'u3', clickId: click.id, amount: 30, leadEventName: ' ' })
  t.deepEqual((await leads()).map(({ event_name }) => event_name).toSorted(), ['Demo', 'Direct sale', 'Trial'])
})

test('an amount that would make sums inexact is refused', async (t) => {
  const { track } = await tracker(api)
  t.is((await track('sale', { customerExternalId: 'u1', amount: 1e12 + 1 })).status, 422)
})

test('nothing is recorded for an unknown customer or an amount of 0', async (t) => {
  const { track, sales, leads, link } = await tracker(api)
  t.deepEqual((await track('sale', { customerExternalId: 'unknown', amount: 100 })).body, {
    eventName: 'Purchase',
    customer: null,
    sale: null,
  })
  const click = await api.make.click(link)
  t.deepEqual((await track('sale', { customerExternalId: 'u1', clickId: click.id, amount: 0, invoiceId: 'inv_1' })).body, {
    eventName: 'Purchase',
    customer: null,
    sale: null,
  })
  t.deepEqual([(await sales()).length, (await leads()).length], [0, 1])
  const { body } = await track('sale', { customerExternalId: 'u1', amount: 200, invoiceId: 'inv_1' })
  t.is(body.sale.amount, 200)
})

test('other currencies are converted to dollars; the original amount and the day of the rate are stored', async (t) => {
  const { track, sales } = await withLead()
  const yen = await track('sale', { customerExternalId: 'u1', amount: 1580, currency: 'JPY' })
  t.is(yen.body.sale.currency, 'usd')
  t.true(yen.body.sale.amount > 900 && yen.body.sale.amount < 1100)
  const dinar = await track('sale', { customerExternalId: 'u1', amount: 10_000, currency: 'kwd' })
  t.true(dinar.body.sale.amount > 3000 && dinar.body.sale.amount < 3500)
  const [first] = await sales()
  t.like(first, { original_amount: 1580, original_currency: 'jpy', currency: 'usd' })
  t.truthy(first.rate_day)
})

test('a sale in a currency without a known rate is refused and not counted', async (t) => {
  const { track, sales, counters } = await withLead()
  for (const currency of ['xyz', '', 'constructor', '€']) {
    const { status, body } = await track('sale', { customerExternalId: 'u1', amount: 77, currency, invoiceId: 'inv_1' })
    t.deepEqual([status, body.error.code], [422, 'unprocessable_entity'], currency)
    t.regex(body.error.message, /^currency: /)
  }
  t.like(await counters(), { sales: 0, saleAmount: 0 })
  t.is((await track('sale', { customerExternalId: 'u1', amount: 77, invoiceId: 'inv_1' })).body.sale.amount, 77)
  t.is((await sales()).length, 1)
})

test('sales that cannot be credited are rejected', async (t) => {
  const { track, workspace, link } = await withLead()
  await api.make.customer(workspace, { externalId: 'no-lead' })
  t.is((await track('sale', { customerExternalId: 'no-lead', amount: 1 })).status, 404)
  t.is((await track('sale', { customerExternalId: 'new', amount: 1, clickId: newClickId() })).status, 404)
  t.is((await track('sale', { amount: 1 })).status, 400)
  await api.resources.database.pool.query('update links set disabled_at = now() where id = $1', [link.id])
  t.is((await track('sale', { customerExternalId: 'u1', amount: 1 })).status, 404)
})

test('older names of customerExternalId are accepted', async (t) => {
  const { track } = await withLead()
  t.is((await track('sale', { externalId: 'u1', amount: 1 })).body.customer.externalId, 'u1')
  t.is((await track('sale', { customerId: 'u1', amount: 1 })).body.customer.externalId, 'u1')
})
