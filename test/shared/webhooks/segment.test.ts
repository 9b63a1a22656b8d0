/** Webhooks at Segment, which takes track calls only. */
import test from 'ava'
import { segmentTrack } from '../../../shared/webhooks/delivery/segment-track.js'
import { sampleEventData } from '../../../shared/webhooks/samples.js'
import { type ReceivedRequest, subscribe } from '../../support/receivers.js'
import { openWebhookDelivery, type WebhookDelivery } from '../../support/webhook-delivery.js'

let delivery: WebhookDelivery
test.before(async () => {
  delivery = await openWebhookDelivery()
})
test.after.always(() => delivery?.close())

const url = 'https://api.segment.io/v1/track'
const at = '2026-11-29T12:00:00.000Z'
const callOf = (event: string, data: unknown) =>
  JSON.parse(segmentTrack(Buffer.from(JSON.stringify({ id: 'evt_1', event, createdAt: at, data }))).toString())

for (const [event, data] of Object.entries(sampleEventData)) {
  test(`${event} is a call with a name and either a user or an anonymous visitor`, (t) => {
    const { userId, anonymousId, ...call } = callOf(event, data)
    t.is([userId, anonymousId].filter((id) => typeof id === 'string' && id !== '').length, 1)
    t.regex(call.event, /^[A-Z]/)
    t.like(call, { messageId: 'evt_1', timestamp: at })
  })
}

test('a sale is a call of the customer with the revenue in units of the currency', (t) => {
  t.like(callOf('sale.created', sampleEventData['sale.created']), {
    userId: 'user-4711',
    event: 'Purchase',
    properties: { revenue: 49, currency: 'USD', order_id: 'INV-1' },
    context: { ip: '203.0.113.7', campaign: { source: 'newsletter' }, traits: { email: 'ada@example.com' } },
  })
})

test('a click is a call of an anonymous visitor, and a commission one of its customer', (t) => {
  t.like(callOf('link.clicked', sampleEventData['link.clicked']), { event: 'Link Clicked', anonymousId: 'sampleClick00001' })
  t.like(callOf('commission.created', sampleEventData['commission.created']), { event: 'Commission Created', userId: 'user-4711' })
  t.like(callOf('partner.enrolled', sampleEventData['partner.enrolled']), { event: 'Partner Enrolled', userId: 'pn_sample' })
})

test('a webhook at Segment needs a write key, which no other webhook takes', async (t) => {
  const { api } = delivery
  const { key } = await api.make.caller()
  const create = (body: object) => api.call('POST /webhooks', { key, body: { name: 'Segment', triggers: ['lead.created'], ...body } })
  t.regex((await create({ url })).body.error.message, /writeKey is required/)
  t.regex((await create({ url: 'https://93.184.215.14/', writeKey: 'abc123' })).body.error.message, /writeKey is only accepted/)
  t.is((await create({ url, writeKey: 'abc:123' })).status, 422)
})

test('the calls are authorised by the write key, and the log shows them as they were sent', async (t) => {
  const { api, receivers, newPath, waitForRequests, createLink } = delivery
  const { key } = await api.make.caller()
  const path = newPath()
  const { id } = await subscribe(api, key, receivers.origin + path, ['link.created'])
  await api.resources.database.pool.query(`update webhooks set receiver = 'segment' where id = $1`, [id])
  const change = (methodAndPath: string, body: object) => api.call(methodAndPath, { key, body })
  t.is((await change(`PATCH /webhooks/${id}`, { writeKey: 'abc123' })).status, 200)
  t.regex((await change(`PATCH /webhooks/${id}`, { url: receivers.origin + newPath() })).body.error.message, /Create a new webhook/)
  t.regex((await change(`POST /webhooks/${id}/rotate-secret`, {})).body.error.message, /Segment generates write keys/)
  const { body: link } = await createLink(key)
  const [{ body, headers }] = (await waitForRequests(path, 1)) as [ReceivedRequest]
  t.is(headers['authorization'], 'Basic YWJjMTIzOg==')
  t.like(JSON.parse(body), { event: 'Link Created', properties: { id: link.id } })
  const [logged] = (await api.call(`GET /webhooks/${id}/deliveries`, { key })).body
  t.is((await api.call(`GET /webhooks/${id}/deliveries/${logged.id}`, { key })).body.request, body)
})
