/** The official SDK lists and changes commissions and lists payouts. */
import test from 'ava'
import { Dub } from 'dub'
import { type TestApi, testApi } from '../support/api.js'
import { partnerProgram } from '../support/earnings.js'
import { runJobByName } from '../support/jobs.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

for (const mount of ['', '/api']) {
  test(`the SDK manages commissions and payouts, with the service at ${mount || 'the root'}`, async (t) => {
    const tenant = await partnerProgram(api)
    const dub = new Dub({ token: tenant.key, serverURL: api.url + mount })
    await tenant.reward({ event: 'sale', type: 'percentage', amountInPercentage: 20 })
    const { partner, link } = await tenant.enrol()
    const clickId = await tenant.click(link)
    await dub.track.sale({ clickId, customerExternalId: 'ann', amount: 5000, invoiceId: 'one', metadata: { plan: 'pro' } })
    await dub.track.sale({ customerExternalId: 'ann', amount: 700, invoiceId: 'two' })
    await tenant.compute()

    const pages = []
    for await (const { result } of await dub.commissions.list({ pageSize: 1 })) pages.push(...result)
    t.deepEqual(
      pages.map(({ invoiceId, earnings, partner: { id } }) => [invoiceId, earnings, id]),
      [
        ['two', 140, partner.id],
        ['one', 1000, partner.id],
      ],
    )
    const { result: ofPro } = await dub.commissions.list({ query: `metadata['plan']:pro` })
    t.deepEqual(
      ofPro.map(({ invoiceId }) => invoiceId),
      ['one'],
    )
    const [second = '', first = ''] = pages.map(({ id }) => id)
    const updated = await dub.commissions.update({ id: first, requestBody: { modifySaleAmount: 1000 } })
    t.like(updated, { amount: 6000, earnings: 1200, status: 'pending' })
    t.deepEqual(await dub.commissions.updateMany({ commissionIds: [second], status: 'duplicate' }), [{ id: second, status: 'duplicate' }])

    for (const body of [
      { type: 'custom' as const, partnerId: partner.id, amount: 500 },
      { type: 'lead' as const, partnerId: partner.id, customer: { externalId: 'bob', country: 'US' } },
      { type: 'sale' as const, partnerId: partner.id, customer: { externalId: 'bob', country: 'US' }, saleAmount: 100 },
      {
        ...{ type: 'sale' as const, partnerId: partner.id, customer: { externalId: 'bob', country: 'US' } },
        sale: { amount: 100, currency: 'eur', paymentProcessor: 'lemonsqueezy' as const },
      },
    ])
      t.true((await dub.commissions.create(body)).success)
    await runJobByName(api.resources, 'earnings.aggregate-payouts', { programId: tenant.program.id })
    const payouts = await dub.payouts.list({ partnerId: partner.id })
    t.like(payouts, [{ amount: 1200, status: 'pending', partner: { id: partner.id } }])
  })
}
