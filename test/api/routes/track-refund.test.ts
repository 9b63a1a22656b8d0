import test from 'ava'
import { newClickId } from '../../../shared/kernel/ids.js'
import { type TestApi, testApi } from '../../support/api.js'
import { tracker } from '../../support/conversions.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

/** A tracker whose customer `u1` paid 1,000 for `inv_1`. */
async function withSale(sale: object = {}) {
  const tenant = await tracker(api)
  const click = await api.make.click(tenant.link)
  const { status } = await tenant.track('sale', { customerExternalId: 'u1', clickId: click.id, amount: 1000, invoiceId: 'inv_1', ...sale })
  if (status !== 200) throw new Error('the sale was rejected')
  return tenant
}
const refund = { invoiceId: 'inv_1' }

test('a full refund subtracts the amount and the sale, and leaves the sale event unchanged', async (t) => {
  const { track, sales, counters, customers, usage } = await withSale()
  const { status, body } = await track('refund', { ...refund, refundId: 're_1', metadata: { why: 'broken' } })
  const [sale, entry] = await sales()
  t.is(status, 200, JSON.stringify(body))
  t.deepEqual(body, {
    saleEventId: sale.id,
    invoiceId: 'inv_1',
    isFull: true,
    refund: {
      eventId: entry.id,
      refundId: 're_1',
      amount: 1000,
      currency: 'usd',
      originalAmount: 1000,
      originalCurrency: 'usd',
      metadata: { why: 'broken' },
    },
  })
  t.like(sale, { amount: 1000, sales: 1, refund_of: null })
  t.like(entry, { amount: -1000, sales: -1, refund_of: sale.id, click_id: sale.click_id, customer_id: sale.customer_id })
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 0, saleAmount: 0 })
  t.like((await customers())[0], { sales: 0, sale_amount: 0 })
  t.is(await usage(), 2)
})

test('a refund is deducted from sales with the metadata of its sale, and is shown with its own', async (t) => {
  const { key, track, customers } = await withSale({ metadata: { plan: 'pro', seats: 2 } })
  const body = { ...refund, refundId: 're_1', amount: 400, metadata: { why: 'broken', seats: 2 } }
  const responses = [await track('refund', body), await track('refund', body)]
  for (const response of responses) t.deepEqual(response.body.refund.metadata, body.metadata)
  const without = await track('refund', { ...refund, amount: 100 })
  t.is(without.body.refund.metadata, null)

  const filter = encodeURIComponent(`metadata['plan']:pro`)
  t.like((await api.call(`GET /analytics?event=sales&interval=24h&query=${filter}`, { key })).body, { sales: 1, saleAmount: 500 })
  const [customer] = await customers()
  const { body: activity } = await api.call(`GET /customers/${customer.id}/activity`, { key })
  t.deepEqual(
    activity.events.flatMap(({ event, metadata }: { event: string; metadata: unknown }) => (event === 'sale' ? [metadata] : [])),
    [null, { why: 'broken', seats: 2 }, { plan: 'pro', seats: 2 }],
  )
})

test('a refund whose metadata has other values for names of its sale is deducted where the sale counts', async (t) => {
  const { key, track, customers } = await withSale({ metadata: { plan: 'pro', status: 'paid' } })
  const body = { ...refund, refundId: 're_1', metadata: { status: 'refunded', plan: 'pro' } }
  for (const response of [await track('refund', body), await track('refund', body)])
    t.deepEqual(response.body.refund.metadata, body.metadata)
  for (const condition of [`metadata['status']:paid`, `metadata['status']:refunded`]) {
    const { body: counts } = await api.call(`GET /analytics?event=sales&interval=24h&query=${encodeURIComponent(condition)}`, { key })
    t.like(counts, { sales: 0, saleAmount: 0 }, condition)
  }
  const [customer] = await customers()
  const { body: activity } = await api.call(`GET /customers/${customer.id}/activity`, { key })
  t.deepEqual(activity.events[0].metadata, body.metadata)
})

test('a sale refunded in parts counts until nothing is left', async (t) => {
  const { track, sales, counters } = await withSale()
  t.is((await track('refund', { ...refund, amount: 300 })).body.isFull, false)
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 1, saleAmount: 700 })
  t.is((await track('refund', { ...refund, amount: 701 })).status, 422)
  t.is((await track('refund', refund)).body.refund.amount, 700)
  t.deepEqual(await counters(), { leads: 1, conversions: 1, sales: 0, saleAmount: 0 })
  t.is((await track('refund', refund)).status, 409)
  t.deepEqual(
    (await sales()).map(({ amount, sales: count }) => [amount, count]),
    [
      [1000, 1],
      [-300, 0],
      [-700, -1],
    ],
  )
})

test('the same refund sent twenty times concurrently is recorded once, with equal responses', async (t) => {
  const { track, sales, counters } = await withSale()
  const responses = await Promise.all(Array.from({ length: 20 }, () => track('refund', { ...refund, amount: 400, refundId: 're_1' })))
  t.is(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size, 1)
  t.is(responses[0]?.status, 200)
  t.is((await sales()).length, 2)
  t.like(await counters(), { sales: 1, saleAmount: 600 })
})

test('concurrent refunds never exceed the paid amount', async (t) => {
  const { track, counters, sales } = await withSale()
  const responses = await Promise.all(Array.from({ length: 8 }, () => track('refund', { ...refund, amount: 300 })))
  t.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 200, 422, 422, 422, 422, 422])
  t.like(await counters(), { sales: 1, saleAmount: 100 })
  t.is((await sales()).length, 4)
})

test('a sale without an invoice is refunded by its event id', async (t) => {
  const { track, sales, counters } = await withSale({ invoiceId: null })
  const [sale] = await sales()
  t.is((await track('refund', { saleEventId: sale.id })).body.saleEventId, sale.id)
  t.like(await counters(), { sales: 0, saleAmount: 0 })
})

test('a refund is accepted in the original and in the counted currency of the sale', async (t) => {
  const { track, sales, counters } = await withSale({ amount: 10_000, currency: 'eur' })
  const [{ amount: dollars }] = await sales()
  const half = await track('refund', { ...refund, amount: 5_000 })
  t.like(half.body.refund, { originalAmount: 5_000, originalCurrency: 'eur', currency: 'usd', amount: Math.round(dollars / 2) })
  t.is((await track('refund', { ...refund, amount: 100, currency: 'GBP' })).status, 422)
  t.is((await track('refund', { ...refund, amount: 100, currency: 'usd' })).body.refund.amount, 100)
  await track('refund', refund)
  t.like(await counters(), { sales: 0, saleAmount: 0 })
})

test('only sales of the workspace can be refunded', async (t) => {
  const [own, foreign] = [await withSale(), await withSale({ invoiceId: 'inv_2' })]
  const [sale] = await foreign.sales()
  t.is((await own.track('refund', { invoiceId: 'inv_2' })).status, 404)
  t.is((await own.track('refund', { saleEventId: sale.id })).status, 404)
  t.is((await own.track('refund', { saleEventId: newClickId() })).status, 404)
  const { body } = await own.track('refund', refund)
  t.is((await own.track('refund', { saleEventId: body.refund.eventId })).status, 404)
  t.is((await own.track('refund', {})).status, 422)
  t.is((await own.track('refund', { ...refund, saleEventId: sale.id })).status, 422)
})
