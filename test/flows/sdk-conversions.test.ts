/** The official SDK tracks leads and sales and manages customers. */
import test from 'ava'
import { Dub } from 'dub'
import { type TestApi, testApi } from '../support/api.js'

let api: TestApi
test.before(async () => {
  api = await testApi({ BASE_URL: 'http://api.example', SHORT_DOMAIN: 'short.example' })
})
test.after.always(() => api?.close())

for (const mount of ['', '/api']) {
  test(`the SDK tracks a lead and a sale and finds their customer, with the service at ${mount || 'the root'}`, async (t) => {
    const { workspace, key } = await api.make.caller()
    const link = await api.make.link(workspace, { trackConversion: true })
    const click = await api.make.click(link)
    const dub = new Dub({ token: key, serverURL: api.url + mount })

    const lead = await dub.track.lead({
      clickId: click.id,
      eventName: 'Sign up',
      customerExternalId: 'u1',
      customerName: 'Ada',
      customerEmail: 'ada@example.com',
    })
    t.like(lead, { click: { id: click.id }, link: { id: link.id }, customer: { externalId: 'u1', name: 'Ada' } })
    const sale = await dub.track.sale({
      customerExternalId: 'u1',
      amount: 4900,
      invoiceId: 'inv_1',
      paymentProcessor: 'stripe',
      metadata: { seats: 2 },
    })
    t.like(sale, { eventName: 'Purchase', customer: { externalId: 'u1' }, sale: { amount: 4900, invoiceId: 'inv_1' } })

    const found = await dub.customers.get({ id: 'ext_u1', includeExpandedFields: true })
    t.like(found, { externalId: 'u1', sales: 1, saleAmount: 4900, link: { id: link.id } })
    const pages = []
    for await (const { result } of await dub.customers.list({ pageSize: 1 })) pages.push(result.map(({ id }) => id))
    t.deepEqual(pages.flat(), [found.id])
    t.is((await dub.customers.update({ id: found.id, requestBody: { name: 'Ada Lovelace' } })).name, 'Ada Lovelace')
    t.deepEqual(await dub.customers.delete(found.id), { id: found.id })
  })
}
