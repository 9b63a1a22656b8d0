/** The official SDK parses webhook events. */
import test from 'ava'
import { webhookEventFromJSON } from 'dub/models/components'
import { sampleEventData } from '../../shared/webhooks/samples.js'
import { type TestApi, testApi } from '../support/api.js'
import { partnerProgram } from '../support/earnings.js'

let api: TestApi
test.before(async () => {
  api = await testApi()
})
test.after.always(() => api?.close())

/** The SDK has no schema for these events. */
const unknownToSdk = new Set(['bounty.created', 'bounty.updated', 'payout.confirmed'])

const parse = (event: string, data: object) =>
  webhookEventFromJSON(JSON.stringify({ id: 'evt_1', event, createdAt: '2026-01-15T09:30:00.000Z', data }))

for (const [event, data] of Object.entries(sampleEventData).filter(([name]) => !unknownToSdk.has(name)))
  test(`the SDK parses the sample of ${event}`, (t) => {
    t.true(parse(event, data).ok)
  })

test('the SDK parses the events of a lead, a sale and their commissions', async (t) => {
  const tenant = await partnerProgram(api, { webhookTriggers: ['lead.created', 'sale.created', 'commission.created', 'partner.enrolled'] })
  await tenant.reward({ event: 'sale', type: 'percentage', amountInPercentage: 20 })
  const { link } = await tenant.enrol()
  const clickId = await tenant.click(link)
  const sale = { clickId, customerExternalId: 'ann', amount: 5000, invoiceId: 'one', metadata: { plan: 'pro' } }
  await tenant.call('POST /track/sale', sale)
  await tenant.call('POST /commissions', { type: 'custom', partnerId: link.partnerId, amount: 700 })
  await tenant.compute()
  const { rows } = await api.resources.database.pool.query<{ trigger: string; data: object }>(
    'select trigger, data from webhook_outbox where workspace_id = $1',
    [tenant.workspace.id],
  )
  for (const { trigger, data } of rows) t.true(parse(trigger, data).ok, trigger)
  t.deepEqual([...new Set(rows.map(({ trigger }) => trigger))].sort(), ['commission.created', 'lead.created', 'sale.created'])
  const commission = rows.find(({ trigger, data }) => trigger === 'commission.created' && 'amount' in data && data.amount === 5000)
  t.like(commission?.data, { metadata: { plan: 'pro' } })
})
